"""Name the kinds of exercises as the page shows them. Each has a template in
`exercises/cli/template/`."""

KINDS = {
    "write": "Write a function",
    "mend": "Find the bug",
    "predict": "Predict a number",
    "read": "Read the evidence",
    "choose": "Choose a configuration",
    "hunt": "Hunt a fault",
}
PROGRAMS = ("write", "mend")  # kinds whose answer is a program; the others fill in a form
