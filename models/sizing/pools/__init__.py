"""A pool to buy: what it is made of, what is wanted of it, and what it holds."""
