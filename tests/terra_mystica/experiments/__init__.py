"""Tests of what is run of Terra Mystica."""
