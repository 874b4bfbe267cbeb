"""The models of a storage machine, one package per layer. They import only the standard library,
and calculate in seconds and bytes."""
