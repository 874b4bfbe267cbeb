"""What any simulation needs: event loop, stations, workloads, statistics. It knows nothing of storage."""
