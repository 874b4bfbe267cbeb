"""The command line's own parts: answer files, proofs for authors, new folders, reports as text."""
