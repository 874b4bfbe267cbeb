"""The chance that a pool loses data."""
