"""What to buy: candidate pools, and what each holds, does, risks and costs."""
