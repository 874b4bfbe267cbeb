"""Experiments with the queues before one disk: reads beside a resilver."""
