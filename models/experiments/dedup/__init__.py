"""Experiments with deduplication: contents and backups, and what a group costs."""
