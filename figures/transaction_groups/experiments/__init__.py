"""What the figures about transaction groups share, and what the longest of them runs."""
