"""The hunt as a page asks for it."""
