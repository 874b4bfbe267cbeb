"""The live figures of `book/head-node.md`, a file each; what they share lies in `experiments/`."""
