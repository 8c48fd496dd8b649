"""How long tests wait for what must come, on a machine as busy as any."""

PATIENCE = 60.0
"""Seconds. Reached only where a test fails: what is waited for is a condition, not the time."""
