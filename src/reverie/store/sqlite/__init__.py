"""What only a file of SQLite needs: checks, repair, encryption, copies."""
