"""Experiments with the intent log: many who commit, one program alone, a write that is followed, the plug that is pulled."""
