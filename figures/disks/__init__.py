"""Figures of the chapter *Disks*."""
