"""The live figures of the page queues-resilvering."""
