"""18xx.games files in and out."""

from stellwerk.interop.games18xx.compare import Imported
from stellwerk.interop.games18xx.export_game import export_game
from stellwerk.interop.games18xx.import_game import import_game

__all__ = ["Imported", "export_game", "import_game"]
