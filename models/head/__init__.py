"""The head node: processors, the links between them, slots and network cards. Nothing here depends
on disks or file systems."""
