"""What any simulation needs: event loop, stations, workloads, statistics.

Of storage it knows no more than that an I/O has a size and takes its time.
"""
