"""The cache of blocks in memory, in published form and in ZFS's form."""
