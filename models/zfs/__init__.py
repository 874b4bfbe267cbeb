"""ZFS: datasets on a pool. The packages hold its parts; the modules here join them."""
