"""What a resilver in metadata order cannot beat: the new disk, the arm, or the throttle."""

KIND = "write"
