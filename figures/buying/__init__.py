"""The tool *What to buy* for a page: what is asked of it, its judge, and its built pages."""
