"""Rebuilding a disk: what there is to read, and in which order."""
