"""The games: one folder each, which holds all of that game."""
