"""The live figures of `book/queues-resilvering.md`, a file each; what they share lies in `experiments/`."""
