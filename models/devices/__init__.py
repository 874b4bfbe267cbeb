"""Storage devices (disks, flash, memory) and the cables to them. They do not depend on a file
system."""
