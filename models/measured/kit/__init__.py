"""What all forms of files share: the file, its columns, and what it says."""
