"""Finding what answers: memories, words that were said, pictures, and what goes on about a topic."""
