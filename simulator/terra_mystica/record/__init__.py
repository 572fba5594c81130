"""The records: vocabulary, state, tables, result."""
