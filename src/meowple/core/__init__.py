"""What a game is. Knows no game, and needs nothing but the standard library."""
