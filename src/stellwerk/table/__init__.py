"""The table: people at a game. Here: what is stored, and the one service that reads and changes it (no web yet)."""
