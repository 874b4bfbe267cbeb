"""Words, scales, pictures and a machine that figures of several chapters share."""
