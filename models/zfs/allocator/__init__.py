"""Where new blocks go: space maps, metaslabs, and a pool that ages. It knows no device."""
