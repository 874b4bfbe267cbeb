"""Event loop, stations, workloads and statistics for any simulation. Nothing here knows about
storage, except that an I/O has a size and takes time."""
