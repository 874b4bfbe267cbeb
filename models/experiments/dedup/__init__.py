"""Experiments with deduplication: the cost of a group."""
