"""Words of a language, and what can be told of them alone: no memory, no store."""
