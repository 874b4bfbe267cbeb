"""Experiments that only a few figures need, one package per subject. They build on machines;
nothing below imports them."""
