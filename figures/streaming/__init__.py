"""The live figures of `book/streaming.md`, a file each."""
