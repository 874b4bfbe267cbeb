"""The live figures of `book/intent-log.md`, a file each; what they share lies in `experiments/`."""
