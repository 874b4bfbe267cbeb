"""Experiments with LUNs whose partitions do not begin where their blocks do."""
