"""Whole machines put together from the catalogue and the parts; what programs and experiments run on."""
