"""The tables, each with its reads and writes."""
