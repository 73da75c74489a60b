"""The companion itself: its opinions, its notes and what it says of itself."""
