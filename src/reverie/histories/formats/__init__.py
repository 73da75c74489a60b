"""Every format of a history, each read by its module."""
