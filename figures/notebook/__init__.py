"""Figures as notebook widgets. Only this package imports the notebook libraries."""
