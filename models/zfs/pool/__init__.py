"""A pool: vdevs that share the blocks, mirrors and RAID-Z. It stands on devices and the allocator."""
