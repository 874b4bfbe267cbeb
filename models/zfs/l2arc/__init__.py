"""The cache of reads on flash, and the feeder that fills it from the cache in memory."""
