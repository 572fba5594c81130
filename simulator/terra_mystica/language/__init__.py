"""The content files: read, checked field by field, and assembled into tables."""
