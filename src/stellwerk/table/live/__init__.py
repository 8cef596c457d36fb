"""What goes on by itself: news for those who listen, bots and programmed choices in the background."""
