"""The first page, setting a table up, the waiting room."""
