"""NFS clients that keep what they wrote."""
