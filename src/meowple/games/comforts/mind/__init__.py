"""How a quick player thinks: what things are worth to it, its plans, and how good answers look."""
