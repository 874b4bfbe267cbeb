"""Runs figures: for the page, for the built book, for the report.

Command lines, the page, the book and pictures of exercises come in here.
"""
