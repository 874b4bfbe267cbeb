"""What is lost when the power fails, where the log has a gap?"""

KIND = "mend"
