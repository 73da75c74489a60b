"""The records that the whole house speaks in: frozen, and from the standard library alone."""
