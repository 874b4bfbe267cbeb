"""What the command lines need: arguments and files as people write them, checked, and results as
people read them."""
