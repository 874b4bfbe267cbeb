"""A small dedup table that counts wrongly."""

KIND = "mend"
