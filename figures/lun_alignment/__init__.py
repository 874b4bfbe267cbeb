"""The live figures of `book/lun-alignment.md`, a file each; what they share lies in `experiments/`."""
