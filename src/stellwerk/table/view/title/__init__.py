"""The pages of a title: what is printed, its fact sheet, its tiles."""
