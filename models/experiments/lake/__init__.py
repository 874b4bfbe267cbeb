"""Experiments with the disks of a pool that are written or read in turn: the icy lake and its relatives."""
