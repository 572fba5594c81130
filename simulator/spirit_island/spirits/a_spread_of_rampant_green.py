"""A Spread of Rampant Green. Its special rules:

- Choke the Land with Green: in its sacred sites it may destroy 1 of its presence to stop a ravage or build
  (`ask_choke`, `choked`);
- Steady Regeneration: presence added by growth may come from the destroyed ones (`may_regenerate`), on a blighted
  island for 1 energy each (`pay_regeneration`).
"""

from simulator.core.agenda import answer_kind, ask, offer
from simulator.core.compiled import kernel
from simulator.spirit_island.record import vocabulary as v
from simulator.spirit_island.rules.blight import destroy_presence_at
from simulator.spirit_island.rules.lands import is_sacred_site


@kernel
def ask_choke(s, t, spirit, land):
    """Asks whether it stops the action, which it can in its sacred sites; returns True while waiting."""
    if not is_sacred_site(s, t, spirit, land):
        s.answer = v.O_NO << 24
        return False
    s.options = 0
    offer(s, v.O_YES, 0, 0, 0)
    offer(s, v.O_NO, 0, 0, 0)
    return ask(s, v.D_MAY, spirit)


@kernel
def choked(s, spirit, land):
    """Carries out the answer; returns whether the action is stopped."""
    if answer_kind(s) != v.O_YES:
        return False
    destroy_presence_at(s, spirit, land)
    return True


@kernel
def may_regenerate(s, spirit):
    """Tells whether growth may bring back a destroyed presence now."""
    return s.destroyed[spirit] > 0 and (s.blighted == 0 or s.energy[spirit] > 0)


@kernel
def pay_regeneration(s, spirit):
    """Pays for a presence that growth has brought back."""
    if s.blighted:
        s.energy[spirit] -= 1
