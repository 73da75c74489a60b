"""What the companion has read: documents, cut into passages that can be found."""
