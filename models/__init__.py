"""The stack: a storage machine, taken apart layer by layer. Standard library only; seconds and
bytes inside."""
