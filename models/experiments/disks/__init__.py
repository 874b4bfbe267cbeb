"""Experiments with one disk: requests one after the other, and several outstanding at a time."""
