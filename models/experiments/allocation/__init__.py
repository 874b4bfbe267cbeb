"""Experiments with the allocator: what its choices are worth in blocks a second of a disk."""
