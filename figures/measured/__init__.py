"""A reader's own measurements as pictures, and beside them the model's."""
