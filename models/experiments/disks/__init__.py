"""Experiments with one disk."""
