"""The event loop, stations, workloads and statistics. Nothing here depends on a model of a
device."""
