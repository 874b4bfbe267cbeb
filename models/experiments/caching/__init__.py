"""Experiments with caches: which tier answers a read, the effect of rules, hours of warm-up in
moments."""
