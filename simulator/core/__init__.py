"""What every game shares: random streams, the machine contract, result records, errors."""
