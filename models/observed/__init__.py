"""What people saw on real machines: listings of published texts, and the small parsers that read them."""
