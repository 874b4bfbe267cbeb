"""The dedup table: its entries, its size, and the tier that answers each lookup."""
