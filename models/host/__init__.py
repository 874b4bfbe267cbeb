"""The head node: processors and network cards."""
