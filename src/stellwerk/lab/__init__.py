"""The laboratory: many games between programs, reproducible from one seed, and a report on them (docs/lab.md)."""
