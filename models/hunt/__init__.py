"""The hunt: a machine that was broken on purpose, and the tools that ask it."""
