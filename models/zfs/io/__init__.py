"""ZFS's queue before each device: classes, deadlines, and what is sent together."""
