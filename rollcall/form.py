"""The forms in which readings are listed."""

from enum import StrEnum


class Form(StrEnum):
    """A table for people, JSON lines or CSV for programs."""

    TABLE = "table"
    JSONL = "jsonl"
    CSV = "csv"
