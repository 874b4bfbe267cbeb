"""Rebuilding a disk: what there is to read, in which order, through which queues."""
