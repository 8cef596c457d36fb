"""Vehicles, forced purchases, bankruptcies (10)."""

from __future__ import annotations

from stellwerk.rules import Rules


class VehicleRules(Rules):
    """The answers of these chapters."""
