"""What Reverie does: each module is one verb or noun of the house, and speaks in records."""
