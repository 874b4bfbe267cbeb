"""Find out why a heat map shows neither outliers nor single operations."""

KIND = "mend"
