"""Imported once by the process that local workers are forked from: they begin with everything loaded and compiled."""

from __future__ import annotations

from stellwerk.lab.worker import make_ready

make_ready()
