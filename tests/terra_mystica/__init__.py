"""Tests of Terra Mystica."""
