"""Rules for how somebody lives: what they like, feel, do, plan, and what ends."""
