"""What a person decides of what is known: which of two holds, how it really is, what is proposed to them."""
