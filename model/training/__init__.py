"""Training of the project's own model: from the corpus to one small file that the product runs."""
