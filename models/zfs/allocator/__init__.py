"""Where new blocks go: space maps, metaslabs, and an ageing pool. It does not depend on devices."""
