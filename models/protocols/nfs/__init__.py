"""NFS: what a client asks for, what the server does, and what goes over the wire."""
