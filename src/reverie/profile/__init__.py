"""What is understood of a person: observations, what follows from them, and their profile."""
