"""Experiments with databases on datasets: who waits for which log."""
