"""What is true: frozen records and pure functions, from the standard library alone."""
