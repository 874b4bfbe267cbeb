"""The live figures of `book/iscsi.md`, a file each; what they share lies in `experiments/`."""
