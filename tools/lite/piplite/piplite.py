"""The module that the kernel sets its addresses in; nothing reads them."""
