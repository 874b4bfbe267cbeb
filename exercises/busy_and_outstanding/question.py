"""Write what iostat says of a disk: how busy it was, and how many requests it had at a time."""

KIND = "write"
