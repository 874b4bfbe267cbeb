"""Experiments with the allocator: its effect on the blocks per second of a disk."""
