"""Commands with which a memory is set up, kept well and served."""
