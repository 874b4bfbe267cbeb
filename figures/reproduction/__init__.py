"""The live figure of `book/reproduction.md`."""
