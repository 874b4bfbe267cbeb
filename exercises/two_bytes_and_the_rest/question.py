"""How many bytes reach the disks for one that a client writes? A program that says two, always."""

KIND = "mend"
