"""What a person may decide and take along: settings, retention, erasure, archives."""
