"""What a pool that deduplicates keeps of some files, and its dedup ratio."""

KIND = "write"
