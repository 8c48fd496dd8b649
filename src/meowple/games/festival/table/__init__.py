"""What people see of the Festival: the view, its words, the table in a browser and a terminal."""
