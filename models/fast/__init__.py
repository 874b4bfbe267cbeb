"""Flat loops for what is run millions of times; a test holds each to the machine that it stands
for."""
