"""What whoever may not see all is given: the tables without what is withheld."""
