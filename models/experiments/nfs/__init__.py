"""NFS clients that cache what they write."""
