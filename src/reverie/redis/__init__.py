"""What many servers and workers share through Redis: copies, each of which can be made anew from the store."""
