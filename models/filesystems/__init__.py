"""File systems beside ZFS: how a program's writes become commands to a disk."""
