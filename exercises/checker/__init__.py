"""Run an answer and the tests on it, and return a verdict. Used by the page and the command
line."""
