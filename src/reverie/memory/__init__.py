"""What is known of somebody, as a fold of what was said: pure, and below the store."""
