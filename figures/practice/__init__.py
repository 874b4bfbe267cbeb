"""Published measurements of others, held against the machine. No constant of the catalogue was fitted
to any of them, nor may be."""
