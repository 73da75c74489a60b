"""From words to candidates: by rules, and by the small model; and from candidates to memory."""
