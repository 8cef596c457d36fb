"""What 18xx.games plays otherwise than the books, title by title: only so that its recorded games replay."""
