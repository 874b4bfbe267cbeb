"""The live figures of `book/caches.md`, a file each; what they share lies in `experiments/`."""
