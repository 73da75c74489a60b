"""What the companion saw with somebody: kept, found for a message, and forgotten."""
