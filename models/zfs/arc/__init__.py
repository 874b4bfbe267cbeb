"""The cache of blocks in memory, as it was published and as ZFS has it. It knows no device."""
