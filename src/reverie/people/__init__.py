"""Who is who: names, accounts, merging and splitting, and the people of a person's life."""
