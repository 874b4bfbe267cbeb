"""Run the programs of students in a sandbox: the page's interpreter in a process that can only
compute."""
