"""The agenda: one module for each thing a rule book has a chapter on."""
