"""Rebuilding a disk: the blocks to read, and their order."""
