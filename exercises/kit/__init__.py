"""Tools for writing exercises: forms, comparisons and pictures, and the reader of an exercise's
folder."""
