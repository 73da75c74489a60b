"""Commands with which people use a memory."""
