"""What is written of the marks: tables, JUnit, Gradescope, pages, zips for Dolos."""
