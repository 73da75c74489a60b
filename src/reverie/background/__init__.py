"""What is done between two messages: upkeep, and the work of a language model."""
