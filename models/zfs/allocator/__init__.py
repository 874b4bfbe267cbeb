"""Where new blocks go: space maps, metaslabs, and an ageing pool."""
