"""Transaction groups: data is gathered in memory and written to disk together."""
