"""The rules T1-T15, by subject; rules.md numbers them."""
