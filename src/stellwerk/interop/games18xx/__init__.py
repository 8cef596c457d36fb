"""18xx.games files in and out."""

from stellwerk.interop.games18xx.comparing import Imported
from stellwerk.interop.games18xx.exporting import export_game
from stellwerk.interop.games18xx.importing import import_game

__all__ = ["Imported", "export_game", "import_game"]
