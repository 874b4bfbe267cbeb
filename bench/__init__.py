"""Benchmarks of the book's budgets, with peers measured in the same run."""
