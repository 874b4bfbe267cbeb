"""A pool: vdevs that share the blocks, mirrors and RAID-Z. It builds on devices and the
allocator."""
