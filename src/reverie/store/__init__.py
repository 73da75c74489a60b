"""Where it is kept: one schema for SQLite and PostgreSQL, and the search cache over it."""
