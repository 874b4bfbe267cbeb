"""Find out why a drive that picks the nearest read picks the wrong one."""

KIND = "mend"
