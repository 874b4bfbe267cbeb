"""Reports of the marks: CSV tables, JUnit XML, Gradescope results, HTML pages and zips for
Dolos."""
