"""Live figures of the chapter on the intent log."""
