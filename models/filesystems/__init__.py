"""File systems: how a program's writes become commands to a disk."""
