"""The head node: processors, the links between them, slots and network cards. It does not depend on
disks or file systems."""
