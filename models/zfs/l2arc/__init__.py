"""The cache of reads on flash, and the feeder that fills it behind the one in memory."""
