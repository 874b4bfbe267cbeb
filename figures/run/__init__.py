"""Running figures: for the page, the built book, and the report.

Command lines, the page, the book and the pictures of exercises use this package.
"""
