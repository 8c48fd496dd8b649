"""Tables as JSON, for programs."""
