"""The live figures of the page iscsi."""
