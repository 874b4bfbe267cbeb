"""Experiments that only a few figures need, one folder per subject.

alignment: LUNs whose partitions do not start at a block boundary.
allocation: the allocator, and its effect on the blocks per second of a disk.
caching: the tier that answers a read, the effect of the caches' rules, and their warm-up.
dedup: the cost of a group with deduplication.
iscsi: LUNs and their targets under load.
nfs: NFS clients that cache what they write.
streaming: sequential reads and writes of files, stage by stage.
"""
