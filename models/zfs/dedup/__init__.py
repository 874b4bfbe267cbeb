"""The dedup table: its entries, its size, and where lookups find them."""
