"""Who may do what, how often, and once."""
