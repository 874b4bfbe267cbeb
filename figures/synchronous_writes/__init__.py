"""The live figures of `book/synchronous-writes.md`, a file each."""
