"""What is in the box: the cards, read from `data` once and checked, and all that can be chosen."""
