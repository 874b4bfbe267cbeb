"""How fast a candidate is: in closed form, and on the machine."""
