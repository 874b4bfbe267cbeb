"""Exercises: questions, starters, solutions, tests with advice, and the checker that runs the
tests."""
