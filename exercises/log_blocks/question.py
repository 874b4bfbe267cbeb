"""Which log blocks hold the records of a commit?"""

KIND = "write"
