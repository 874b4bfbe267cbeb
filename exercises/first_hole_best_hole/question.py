"""Where first fit and best fit put a block in a slab."""

KIND = "write"
