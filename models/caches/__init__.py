"""What answers a read before a disk has to."""
