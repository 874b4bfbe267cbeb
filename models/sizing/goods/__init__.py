"""What is sold: prices, drives and what a machine costs."""
