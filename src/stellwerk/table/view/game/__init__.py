"""The table page, part by part, and the pages beside it."""
