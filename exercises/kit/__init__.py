"""Tools for writing exercises: forms, comparisons, pictures, and the reader of an exercise's
folder."""
