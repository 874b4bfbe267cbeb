"""One file a machine: its constants, each with where it comes from."""
