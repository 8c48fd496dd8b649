"""JSON Schemas in tests."""

from __future__ import annotations

from typing import Any


def closed(schema: Any) -> Any:
    """A schema in which no object may have fields that are not told."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    new = {key: closed(value) for key, value in schema.items()}
    if schema.get("type") == "object" and "properties" in schema:
        new["additionalProperties"] = False
    return new
