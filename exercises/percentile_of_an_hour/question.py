"""Write the percentile of counts in boxes, and of an hour of them."""

KIND = "write"
