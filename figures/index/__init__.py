"""The live figures of `book/index.md`, a file each."""
