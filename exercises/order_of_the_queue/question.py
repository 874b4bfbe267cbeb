"""In which order I/Os go down from ZFS's queue to the disk."""

KIND = "mend"
