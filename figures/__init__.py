"""Live figures: each is an experiment on the stack, defined once for the page, the notebook, the
command line and the tests."""
