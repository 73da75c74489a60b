"""Questions that a person is asked, as values, and how people answer them."""
