"""Flat loops for what experiments run millions of times; a test holds each to the machine that it stands for."""
