"""Who has a special rule (R17.5): bits of the panel, set by content."""

from simulator.core.compiled import kernel


@kernel
def has_rule(s, t, spirit, rule):
    """Tells whether a player's spirit has a special rule (v.SPIRIT_RULES)."""
    return t.spirit_rules[s.spirit[spirit]] & rule != 0


@kernel
def player_with_rule(s, t, rule):
    """Returns the player whose spirit has the rule, -1 = none."""
    for spirit in range(s.players):
        if t.spirit_rules[s.spirit[spirit]] & rule != 0:
            return spirit
    return -1
