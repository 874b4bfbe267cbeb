"""Experiments with LUNs whose partitions do not start at a block boundary."""
