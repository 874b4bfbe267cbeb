"""When does a network card interrupt? A program whose clock begins anew with every packet."""

KIND = "mend"
