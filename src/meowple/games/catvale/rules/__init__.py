"""The rules in the order of the rulebook; `script.rules` runs them. See the README beside this folder."""
