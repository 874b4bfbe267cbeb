"""Grades a class: who handed in what, each answer judged once, marks, and the reports that are
written of them."""
