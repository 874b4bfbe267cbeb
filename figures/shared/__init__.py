"""Words, scales and pictures that figures of several chapters share."""
