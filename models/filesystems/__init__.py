"""File systems other than ZFS. They turn the writes of a program into commands to a disk."""
