"""The end of a game: ranking, scoring, the game's timeline and its plots."""
