"""Experiments that only a few figures need, one package per subject."""
