"""Things that hold bytes: disks, later flash and non-volatile memory."""
