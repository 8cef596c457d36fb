"""Runs and bonuses apart, and what is decided about both (8.1, 9)."""

from __future__ import annotations

from stellwerk.steps.running import DecideDividend, RunTrains


class RunVehicles(RunTrains):
    """Runs."""


class DivideIncome(DecideDividend):
    """Pay all, pay the runs and keep the bonuses, or keep all (9.6, 9.8)."""
