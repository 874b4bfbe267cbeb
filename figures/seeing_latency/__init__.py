"""The live figures of `book/seeing-latency.md`, a file each."""
