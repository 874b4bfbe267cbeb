"""The machine, compared with published measurements. No constant of the catalogue may be fitted to any
of them."""
