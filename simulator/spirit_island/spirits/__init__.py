"""The special rules of the spirits, one file per spirit; innates, growth and tracks are content."""
