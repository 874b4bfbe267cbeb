"""What the figures of the chapter run and share, and what is a part of one and stands by itself."""
