"""The live figures of `book/transaction-groups.md`, a file each."""
