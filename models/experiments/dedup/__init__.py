"""Experiments with deduplication: what a group costs."""
