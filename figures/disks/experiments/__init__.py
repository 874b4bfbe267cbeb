"""What the figures of the chapter share, and what is a part of one and stands by itself."""
