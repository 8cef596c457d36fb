"""The table: people at a game. What is stored, the service that reads and changes it, views of it, and the web."""
