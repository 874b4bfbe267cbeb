"""ZFS: a dataset on a pool. The packages hold its parts; the modules here join them. It depends on
devices, and on no protocol."""
