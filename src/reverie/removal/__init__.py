"""Taking away what can come back: forgetting, deleting messages, undoing."""
