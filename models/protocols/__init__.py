"""Protocols: the requests of clients, and the blocks that they touch."""
