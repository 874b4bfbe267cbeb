"""Devices that hold bytes (disks, flash, memory) and the cables to them. They know time, but no
file system."""
