"""Tests of the machine of Terra Mystica."""
