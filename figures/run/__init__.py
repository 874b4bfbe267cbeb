"""Runs figures: for the page, for the built book, for the report. Only command lines and the page come in here."""
