"""What people see of the game: in a view, in words, on a page, in a terminal."""
