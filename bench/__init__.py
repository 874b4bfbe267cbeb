"""Benchmarks of the book, with budgets that they must keep. Other libraries are measured in the
same run for comparison."""
