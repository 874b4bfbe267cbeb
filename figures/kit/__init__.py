"""Words, scales, panels and machines that figures of several chapters share."""
