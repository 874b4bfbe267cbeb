"""ZFS's queue in front of each device: classes, deadlines and aggregation."""
