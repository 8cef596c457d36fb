"""Hexes, tiles, track: geometry, tile catalogue, the board, and what a company can reach on it."""
