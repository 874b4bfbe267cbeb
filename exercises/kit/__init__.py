"""What an exercise is written with: forms, expectations, pictures, and how its folder is read."""
