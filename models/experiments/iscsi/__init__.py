"""Experiments with LUNs and their targets under load."""
