"""Experiments with sequential reads and writes of files, stage by stage."""
