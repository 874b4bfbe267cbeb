"""Export exercises to other graders: nbgrader, otter, Gradescope, and classes that hand in by pull
request."""
