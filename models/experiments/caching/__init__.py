"""Experiments with caches: who answers a read, what a rule is worth, hours of warm-up in a moment."""
