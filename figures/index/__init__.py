"""Figures of the index page."""
