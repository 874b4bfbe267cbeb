"""A pool: vdevs that share the blocks, mirrors and RAID-Z."""
