"""The content language: YAML read, checked and assembled into tables."""
