"""The intent log makes a synchronous write safe before its transaction group is."""
