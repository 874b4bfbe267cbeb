"""When is a record safe that shares a commit with others?"""

KIND = "mend"
