"""A model of slab weights with two bugs."""

KIND = "mend"
