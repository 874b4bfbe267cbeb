"""Experiments with transaction groups: writers who are held back, readers beside them, what the log keeps meanwhile."""
