"""The live figures of `book/deduplication.md`, a file each."""
