"""What a figure is made of: parameters, panels, rows, claims. All figures come in here."""
