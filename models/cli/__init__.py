"""Parts of the command lines: arguments and files are parsed and checked, results are printed."""
