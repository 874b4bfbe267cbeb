"""Runs an answer and the tests on it, and says what came of it. The page and the command line come
in here."""
