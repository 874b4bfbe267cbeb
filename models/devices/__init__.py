"""Things that hold bytes: disks, flash, memory, and the cables that lead to them. They know time
and no file system."""
