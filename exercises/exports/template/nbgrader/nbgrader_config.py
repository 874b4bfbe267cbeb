"""Settings of this course for nbgrader. To add the assignment to another course, copy these lines
to the settings of that course."""

c = get_config()  # noqa: F821

c.CourseDirectory.course_id = "where-the-time-goes"
# By default nbgrader puts a statement that raises into the cell of each answer, and no test passes.
c.ClearSolutions.code_stub = {
    "python": "# Change what stands above: this cell alone is your answer."
}
c.Execute.timeout = 120  # seconds per cell
