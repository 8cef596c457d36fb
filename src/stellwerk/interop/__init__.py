"""Other doors: position files, text, the engine protocol, files of other programs."""
