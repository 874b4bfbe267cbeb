"""Experiments with the intent log: many who commit, one write that is followed, the plug that is pulled."""
