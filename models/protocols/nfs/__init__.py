"""NFS: what clients request, what the server does, and the bytes on the wire."""
