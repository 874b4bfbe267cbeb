"""A figure as a notebook widget. The libraries of notebooks are imported here alone."""
