"""How long a write waits for the platter, and how many there are in a second."""

KIND = "write"
