"""Experiments with files that are read or written in a row, stage by stage."""
