"""What was said: messages kept in conversations, and what is drawn from them."""
