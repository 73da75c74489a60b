"""Bringing a history into a person's memory."""
