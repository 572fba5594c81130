"""Who can play Stones."""

from policies.core.players import Players, Policy
from policies.core.playing import play_by_decisions
from simulator.core.chance import draw_below
from simulator.core.compiled import entry
from simulator.stones.machine import POLICY


@entry
def choose_any(s):
    return draw_below(s, POLICY, s.options)


class StonesPlayers(Players):
    policies = (Policy("uniform", "any number of stones, by chance"), Policy("most", "as many stones as may be"))

    def play_games(self, content, setup, seed, first, count, policies):
        return play_by_decisions("stones", content, setup, seed, first, count, policies)

    def chooser(self, content, policies):
        def choose(state, tables):
            policy = policies[state["asked"] if len(policies) > 1 else 0]
            return choose_any(state) if policy == "uniform" else int(state["options"]) - 1

        return choose


PLAYERS = StonesPlayers()
