"""Parts of the command line: answer files, proofs for authors, new folders, text reports."""
