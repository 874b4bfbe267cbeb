"""Transaction groups: data written in memory goes to disk together. They write to a pool."""
