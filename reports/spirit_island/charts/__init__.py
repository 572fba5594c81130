"""The charts of the report. Each is a function of an analysis and names that returns a figure."""
