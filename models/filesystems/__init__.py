"""File systems other than ZFS: how a program's writes become commands to a disk."""
