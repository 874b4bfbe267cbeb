"""Many settings of a machine and its load, each run once: products, lists and Sobol' samples."""
