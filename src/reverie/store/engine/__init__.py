"""Connections to a database: how one is opened, its transactions, and what its errors mean."""
