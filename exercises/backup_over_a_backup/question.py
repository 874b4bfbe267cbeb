"""How many old blocks a backup has to read before it can write over them."""

KIND = "mend"
