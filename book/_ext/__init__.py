"""The book's Sphinx extension: one directive or part of a page in each file; `shell` loads all."""
