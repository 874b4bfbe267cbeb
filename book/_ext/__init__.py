"""The book's Sphinx extension, with a directive or a part of the page in each file; `shell` loads
all."""
