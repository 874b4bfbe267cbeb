"""How many blocks of a volume a request touches, and how many of them it covers only in part."""

KIND = "write"
