"""The live figures of the page lun-alignment."""
