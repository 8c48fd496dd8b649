"""What is in the box: names and map, cards and boards read from the data, and all actions."""
