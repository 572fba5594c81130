"""The tables: the game's content as numbers, one record that every compiled function receives.

Only the shapes below are compiled in; a changed price, tile or map needs no recompile.
"""

import numpy as np

from simulator.core.header import STOP_FIELD
from simulator.terra_mystica.record import vocabulary as v

MAX_SHIP = 6  # five steps of the Mermaids and BON4
MAX_SKIP = 4
RESOURCES = len(v.RESOURCES)
STRUCTURES = len(v.STRUCTURES)
MOST_OF_ONE = 8  # structures of one type

TABLES = np.dtype(
    [
        STOP_FIELD,
        # --- the map; sets of hexes are 128 bits
        ("terrain", np.int8, (v.HEXES,)),
        ("beside", np.uint64, (v.HEXES, 2)),  # hexes sharing an edge, rivers included
        ("by_ship", np.uint64, (MAX_SHIP + 1, v.HEXES, 2)),  # land within so many river hexes (T7.2a)
        ("by_skip", np.uint64, (MAX_SKIP + 1, v.HEXES, 2)),  # land within so many hexes leapt over (T7.2b)
        ("land", np.uint64, (2,)),
        ("river", np.uint64, (2,)),
        ("site", np.int8, (v.SITES, 2)),  # the two ends of each bridge site
        # --- factions
        ("home", np.int8, (v.FACTIONS,)),  # home terrain, which is the colour as well (T1.1)
        ("start", np.int8, (v.FACTIONS, RESOURCES)),  # C, W, P; the column of power is unused
        ("start_vp", np.int8, (v.FACTIONS,)),  # points at the start, normally 20 (T2.4)
        ("start_bowls", np.int8, (v.FACTIONS, 3)),
        ("start_cult", np.int8, (v.FACTIONS, len(v.CULTS))),
        ("start_dwellings", np.int8, (v.FACTIONS,)),
        ("cost", np.int8, (v.FACTIONS, STRUCTURES, RESOURCES)),  # of each structure
        ("income", np.int8, (v.FACTIONS, STRUCTURES, MOST_OF_ONE + 1, RESOURCES)),  # by structures on the map (T3.2)
        ("ship_start", np.int8, (v.FACTIONS,)),
        ("ship_max", np.int8, (v.FACTIONS,)),  # 0 = no shipping track
        ("ship_cost", np.int8, (v.FACTIONS, RESOURCES)),
        ("ship_vp", np.int8, (v.FACTIONS, MAX_SHIP)),  # VP for reaching each level
        ("spade_resource", np.int8, (v.FACTIONS,)),  # what a spade is paid with (T6.2)
        ("spade_price", np.int8, (v.FACTIONS, 3)),  # after 0, 1, 2 steps of the spade track
        ("dig_max", np.int8, (v.FACTIONS,)),  # steps of the spade track, 0 = no track (T11.2)
        ("dig_cost", np.int8, (v.FACTIONS, RESOURCES)),
        ("dig_vp", np.int8, (v.FACTIONS, 2)),
        # --- powers of factions (T13); 0 = has none
        ("exchange", np.int8, (v.FACTIONS,)),  # 1 = VP and coins are exchanged (T5.5)
        ("coins_per_vp", np.int8, (v.FACTIONS,)),  # at the end (T15.5)
        ("favors_per_building", np.int8, (v.FACTIONS,)),  # favor tiles for a temple or sanctuary (T8.3)
        ("reaction_steps", np.int8, (v.FACTIONS,)),  # cult steps when a neighbour takes power (T8.8)
        ("reaction_power", np.int8, (v.FACTIONS,)),  # power when all who could refuse
        ("vp_per_spade", np.int8, (v.FACTIONS,)),
        ("vp_per_paid_spade", np.int8, (v.FACTIONS,)),
        ("flat_spades", np.int8, (v.FACTIONS,)),  # price of every transform, to home terrain only (T6.4)
        ("bridge_workers", np.int8, (v.FACTIONS,)),  # price of a bridge as an action (T12.4)
        ("river_towns", np.int8, (v.FACTIONS,)),  # 1 = river towns (T10.6)
        ("workers_per_town", np.int8, (v.FACTIONS,)),
        ("vp_per_town", np.int8, (v.FACTIONS,)),
        ("skip_range", np.int8, (v.FACTIONS,)),  # hexes leapt over by tunnel or carpet (T7.5)
        ("skip_cost", np.int8, (v.FACTIONS, 2, RESOURCES)),  # without and with stronghold
        ("skip_vp", np.int8, (v.FACTIONS,)),
        ("skip_grows", np.int8, (v.FACTIONS,)),  # 1 = a shipping step lengthens it (T14.3)
        # strongholds: what they give at once ...
        ("sh_power", np.int8, (v.FACTIONS,)),
        ("sh_vp", np.int8, (v.FACTIONS,)),
        ("sh_favors", np.int8, (v.FACTIONS,)),
        ("sh_ship", np.int8, (v.FACTIONS,)),
        ("sh_skip", np.int8, (v.FACTIONS,)),
        ("sh_spades", np.int8, (v.FACTIONS,)),
        ("sh_priests", np.int8, (v.FACTIONS,)),  # workers that may become priests
        # ... and from then on
        ("sh_action", np.int8, (v.FACTIONS,)),  # v.STRONGHOLD_ACTIONS
        ("sh_amount", np.int8, (v.FACTIONS,)),  # cult steps or spades of that action
        ("power_per_spade", np.int8, (v.FACTIONS,)),
        ("pass_vp_per_bridge", np.int8, (v.FACTIONS,)),
        # --- bonus cards
        ("card_outside", np.int8, (v.CARDS,)),  # 1 = not in the base box (T14)
        ("card_income", np.int8, (v.CARDS, RESOURCES)),
        ("card_action", np.int8, (v.CARDS,)),  # v.CARD_ACTIONS
        ("card_pass", np.int8, (v.CARDS, STRUCTURES)),  # VP per structure
        ("card_pass_ship", np.int8, (v.CARDS,)),  # VP per shipping level (T14.1)
        ("card_ship", np.int8, (v.CARDS,)),
        # --- favor tiles
        ("favor_count", np.int8, (v.FAVORS,)),
        ("favor_cult", np.int8, (v.FAVORS, len(v.CULTS))),
        ("favor_income", np.int8, (v.FAVORS, RESOURCES)),
        ("favor_action", np.int8, (v.FAVORS,)),  # 1 = a cult step once per round
        ("favor_town_power", np.int8, (v.FAVORS,)),  # power a town needs, 0 = as printed on the board
        ("favor_built", np.int8, (v.FAVORS, STRUCTURES)),  # VP for each structure built
        ("favor_pass", np.int8, (v.FAVORS, 5)),  # VP at a pass by the number of trading posts
        # --- town tiles
        ("town_outside", np.int8, (v.TOWNS,)),
        ("town_count", np.int8, (v.TOWNS,)),
        ("town_vp", np.int8, (v.TOWNS,)),
        ("town_keys", np.int8, (v.TOWNS,)),
        ("town_gain", np.int8, (v.TOWNS, RESOURCES)),
        ("town_each", np.int8, (v.TOWNS,)),  # steps on every track
        ("town_ship", np.int8, (v.TOWNS,)),  # steps of shipping (T14.3)
        # --- round tiles
        ("tile_outside", np.int8, (v.ROUND_TILES,)),
        ("tile_event", np.int8, (v.ROUND_TILES,)),
        ("tile_vp", np.int8, (v.ROUND_TILES,)),
        ("tile_cult", np.int8, (v.ROUND_TILES,)),  # track, or v.PRIESTS_ON_CULTS
        ("tile_per", np.int8, (v.ROUND_TILES,)),
        ("tile_reward", np.int8, (v.ROUND_TILES, RESOURCES)),
        ("tile_spades", np.int8, (v.ROUND_TILES,)),
        # --- the boards
        ("action_power", np.int8, (len(v.POWER_ACTIONS),)),
        ("action_gain", np.int8, (len(v.POWER_ACTIONS), RESOURCES)),
        ("action_spades", np.int8, (len(v.POWER_ACTIONS),)),
        ("supply", np.int8, (STRUCTURES,)),
        ("strength", np.int8, (STRUCTURES,)),  # power value (T8.5, T10.1)
        ("level_power", np.int8, (v.TOP_LEVEL + 1,)),  # power for all levels up to this one (T9.1)
        ("space_steps", np.int8, (4,)),
        ("town_power", np.int8),
        ("town_structures", np.int8),
        ("town_with_sanctuary", np.int8),
        ("network_prize", np.int8, (3,)),
        ("cult_prize", np.int8, (3,)),
    ],
    align=True,
)
