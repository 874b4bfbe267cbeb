"""Live figures of the chapter on deduplication."""
