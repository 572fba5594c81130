"""Policies for Terra Mystica."""
