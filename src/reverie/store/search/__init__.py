"""The search index: one owner's entries in memory, words and vectors, and how a question ranks them."""
