"""Live figures of the chapter on transaction groups."""
