"""The intent log: how a synchronous write is safe before its transaction group is. It writes to a
pool."""
