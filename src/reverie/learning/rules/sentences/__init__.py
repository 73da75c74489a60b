"""Reading what was typed: whose words they are, its clauses, and what each asserts."""
