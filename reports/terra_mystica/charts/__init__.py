"""The charts of Terra Mystica."""
