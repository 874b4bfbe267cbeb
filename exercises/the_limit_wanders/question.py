"""What a path of stages carries, who is its limit, and what to buy so that it carries more."""

KIND = "write"
