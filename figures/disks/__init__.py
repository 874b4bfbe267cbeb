"""The live figures of `book/disks.md`, a file each; what they share lies in `experiments/`."""
