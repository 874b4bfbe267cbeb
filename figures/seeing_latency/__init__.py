"""Figures of the chapter on seeing latency."""
