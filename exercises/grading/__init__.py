"""Grade a class: read the submissions, judge each answer once, and write the marks and the
reports."""
