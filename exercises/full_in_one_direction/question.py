"""What flows put on each direction of each link, and how long a packet waits at the fullest."""

KIND = "write"
