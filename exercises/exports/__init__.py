"""Export exercises to other graders: nbgrader, otter, Gradescope, and the checks of pull
requests."""
