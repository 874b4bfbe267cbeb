"""Where a student's program runs: the page's interpreter in a process that may do nothing but
compute."""
