"""What the figures of the chapter share."""
