"""18xx.games files in and out."""

from stellwerk.interop.games18xx.importing import Imported, import_game

__all__ = ["Imported", "import_game"]
