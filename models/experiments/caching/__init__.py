"""Experiments with caches: which tier answers, their rules, locks and memory, and their warm-up."""
