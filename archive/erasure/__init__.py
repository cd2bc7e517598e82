"""Forget for good: what is to be erased, the captures that hold it, and the traces it leaves in files."""
