"""The live figures of `book/seeing-latency.md`, a file each; what they share lies in `parts/`."""
