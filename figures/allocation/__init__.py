"""The live figures of `book/allocation.md`, a file each; what they share lies in `experiments/`."""
