"""The book's Sphinx extension. Each file has a directive or a part of the page, and `shell` loads
them all."""
