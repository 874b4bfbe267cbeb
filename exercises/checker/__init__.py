"""Run an answer and the tests on it, and return a verdict. The page and the command line use it."""
