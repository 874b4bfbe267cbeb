"""Exercises: a question, a starter that is wrong, tests that advise, and the checker that runs
them."""
