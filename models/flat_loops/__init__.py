"""Flat loops for runs of millions of I/Os. A test compares each loop with the machine that it
replaces."""
