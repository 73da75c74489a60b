"""Reading what is known: as of a moment, in pages, counted, and how it came about."""
