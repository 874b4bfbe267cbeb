"""The dedup table: its entries, its size, and where a lookup finds them."""
