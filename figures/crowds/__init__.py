"""The live figures of `book/crowds.md`, a file each; what they share lies in `experiments/`."""
