"""The steps by which a database of any older version becomes one of this version."""
