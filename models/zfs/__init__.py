"""ZFS: a dataset on a pool. Its rooms hold the parts; what lies here joins them. It knows devices,
and no protocol."""
