"""Benchmarks: every budget of the book, and a peer beside it in the same run."""
