"""Experiments with caches: their tiers, rules, locks and memory, and hours of warm-up in
moments."""
