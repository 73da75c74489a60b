"""What hangs on a companion or a person: their conversations, pictures, documents, opinions and the like."""
