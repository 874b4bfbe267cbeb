"""Jobs that run in processes or on a cluster, and what they need to know of this machine."""
