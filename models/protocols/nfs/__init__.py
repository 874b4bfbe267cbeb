"""NFS: the requests of clients, the server's work, and the bytes on the wire."""
