"""Parts of the command line: answer files, proofs for authors, new folders and text reports."""
