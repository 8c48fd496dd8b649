"""What people see: the view of a viewer, the game in words, the table in a page and a terminal."""
