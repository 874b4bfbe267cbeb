"""What a candidate has to do: its disks and SSDs, its load, and how much of it each part is in use for."""
