"""What is in the box: the pieces, read from the data and checked, and the actions they make."""
