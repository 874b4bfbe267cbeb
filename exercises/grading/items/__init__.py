"""The item report: how each exercise of a class works as a question."""
