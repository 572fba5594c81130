"""What it means: statistics, tables, charts and HTML made from the results of sweeps."""
