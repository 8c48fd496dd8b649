"""Tables: what is stored, what happens at them, and the one way to change them."""
