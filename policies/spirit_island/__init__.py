"""Policies for Spirit Island."""
