"""The whole machine under a reader's loads and failures, watched half a second at a time."""
