"""Experiments with head nodes: what they can do at most, and which loads explain measured links."""
