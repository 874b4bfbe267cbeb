"""What ZFS puts between a file system and its devices."""
