"""Picture files, and scenes as they are shown to a model."""
