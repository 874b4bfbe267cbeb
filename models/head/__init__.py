"""The head node: processors, the links between them, slots and network cards. It asks nothing of
disks or file systems."""
