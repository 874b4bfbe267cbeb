"""Transaction groups: data written in memory goes to disk together."""
