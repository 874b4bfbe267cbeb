"""Figures of the chapter *Synchronous writes*."""
