"""The games: their rules as re-entrant machines. Knows nothing of policies, experiments or reports."""
