"""Attack, combat, rewards, Humiliation, rerolls, Encounters (CV-ATT, COMB, REW, HUM, ENC, REROLL, RUL-41 to 46)."""

from __future__ import annotations

import pytest

from catvale.table import (
    BOX,
    CARD,
    SPACE,
    Play,
    build,
    dice,
    front,
    got,
    have,
    hold,
    ids,
    lay,
    stand,
    unused,
    want,
    where,
)
from meowple.games.catvale.pieces.names import HOME, SHARP_CLAW
from meowple.games.catvale.rules import combat
from meowple.games.catvale.rules.resolution import Resolution, perform
from meowple.games.catvale.rules.scoring import scores
from meowple.games.catvale.state import Standing, State


def ready(
    seats: int = 2, *, fish: int = 1, fates: tuple[int, int] = (1, 1), **chosen: object
) -> State:
    """Two cats on one tile; the first can Attack with a die of 1, 2 or 3; Defence Die 2."""
    s = lay(seats, **chosen)
    for seat in range(2):
        stand(s, seat, "d3", "portal")
    have(s, 0, fish=fish)
    s.chance.dice = list(fates)
    return s


def attack(s: State, key: str) -> Play:
    """An Attack to which the defender does not answer before the dice are rolled."""
    play = Play(s).act(key)
    if play.asked == "react":
        play.act("pass")
    return play


def totals(play: Play) -> tuple[int, int]:
    return combat.totals(play.s)


def sharp(s: State, seat: int) -> None:
    s.skills[seat] |= 1 << SHARP_CLAW
    list(perform(s, Resolution(seat), BOX.board.skills[SHARP_CLAW].effects))


# -- Attack ---------------------------------------------------------------------------------------


@pytest.mark.rule("CV-ATT-1", "CV-ATT-3", "CV-ATT-4", "CV-ATT-5", "CV-MOOD-3", "CV-ASK-21")
@pytest.mark.rule("CV-QREF-4")
def test_an_attack_commits_a_die_eats_a_fish_and_shifts_the_mood() -> None:
    s = ready(fates=(1, 3))
    hold(s, 0, "zoomies")
    play = Play(s)
    assert {k for k in play.choices() if k.startswith("attack")} == {
        "attack:2-1", "attack:2-2", "attack:2-3",
    }  # fmt: skip
    play.act("attack:2-3")
    assert unused(play.s, 0) == [1, 2] and got(play.s, 0) == {} and play.s.mood == -1
    assert play.asked == "fight" and totals(play) == (2 + 3 + 1, 2 + 2 + 3)
    assert play.s.main


@pytest.mark.rule("CV-ATT-1", "CV-RUL-76")
def test_stepping_onto_a_tile_starts_no_combat_and_no_step_is_needed_for_one() -> None:
    s = ready()
    stand(s, 0, "d2")
    have(s, 0, movement=1)
    s.face_up |= 1 << SPACE["d2"]
    s.tiles[SPACE["d2"]] = 5
    play = Play(s).act("step:d3")
    assert play.asked == "turn" and play.can("attack:2-1")
    assert play.can("talk:2") is False
    s = ready(fish=0)
    assert "attack" not in Play(s).verbs()  # with 0 Fish no Attack


@pytest.mark.rule("CV-ATT-6", "CV-RUL-40", "CV-OPT-6")
def test_backyard_peace() -> None:
    s = lay(3)
    have(s, 0, fish=1)
    home = s.at[1]
    s.at[0] = s.at[2] = home
    play = Play(s.copy())
    assert {k[:8] for k in play.choices() if k.startswith("attack")} == {"attack:3"}  # a visitor
    every = lay(3, backyard_peace="all")
    have(every, 0, fish=1)
    every.at[0] = every.at[2] = every.at[1]
    assert "attack" not in Play(every).verbs()
    s.standing = (Standing("rule", 0b10, 1, 1, 0, 0),)  # attack-in-backyard
    assert {k[:8] for k in Play(s).choices() if k.startswith("attack")} == {"attack:2", "attack:3"}


@pytest.mark.rule("CV-RUL-43")
def test_a_flat_cat_takes_no_part() -> None:
    s = ready(3, fates=(3, 1))
    stand(s, 2, "d3")
    s.flat, s.pride[2] = 0b100, 0
    hold(s, 2, "bared-claws")
    have(s, 2, reroll_token=5, fish=3)
    play = Play(s)
    assert not any(key.startswith("attack:3") for key in play.choices())
    play.act("attack:2-3")
    while play.asked in ("fight", "support", "react"):
        assert 2 not in play.seats
        play.each("pass")


# -- the worked example ---------------------------------------------------------------------------


@pytest.mark.rule("CV-EX-4", "CV-EX-5", "CV-EX-6", "CV-EX-7", "CV-EX-8", "CV-INF-10")
@pytest.mark.rule("CV-COMB-1", "CV-COMB-2", "CV-COMB-3", "CV-COMB-5", "CV-COMB-9", "CV-REW-1")
@pytest.mark.rule("CV-HUM-1", "CV-HUM-2", "CV-HUM-3", "CV-HUM-6", "CV-HUM-7")
def test_the_combat_of_the_rulebook() -> None:
    s = ready(3, fates=(1, 2))
    sharp(s, 0)
    s.defence[1] = 3
    s.prestige = [0, 4, 0]
    have(s, 1, mouse=1)
    hold(s, 0, "cucumber")
    have(s, 0, attack_token=1, fish=1)
    have(s, 2, reroll_token=1)
    play = Play(s).act("attack:2-3")
    assert play.asked == "fight" and play.seat == 1 and totals(play) == (7, 7)
    play.act("mouse:defence-token")
    assert totals(play) == (7, 8) and play.seat == 0
    play.act("play:cucumber")
    assert totals(play) == (7, 7)  # nothing is left to the defender, who passes unasked
    assert play.seat == 0
    play.act("token:attack-token")
    assert totals(play) == (8, 7)
    assert play.asked == "support" and play.seat == 2  # both have passed
    play.s.chance.dice = [3]
    play.s.chance.faces = ["growth"]
    play.act("token:reroll-token", "die:fate-attacker")
    assert play.asked == "growth" and play.seat == 0
    decided = play.events("decided")[0]
    assert decided == {"attack": 10, "defence": 7, "winner": 0}
    assert play.s.pride == [3, 0, 3] and play.s.flat == 0b10
    assert scores(play.s) == [1, 3, 0]
    assert got(play.s, 1) == {"reroll-token": 1} and play.s.tiles[play.s.at[1]] == HOME + 1
    assert [e["die"] for e in play.events("rolled")] == ["reward"]


# -- combat ---------------------------------------------------------------------------------------


@pytest.mark.rule("CV-COMB-4", "CV-REROLL-4", "CV-REROLL-6")
def test_the_defence_die_stays_for_further_combats() -> None:
    s = ready(fates=(3, 1))
    play = Play(s).act("attack:2-3").until("turn")
    assert play.s.defence == [2, 2]


@pytest.mark.rule("CV-COMB-6", "CV-COMB-7", "CV-COMB-8", "CV-ASK-35", "CV-RUL-41")
def test_fighters_play_in_turn_the_defender_first_and_who_passes_is_out() -> None:
    s = ready()
    hold(s, 0, "bared-claws", "bared-claws", "cucumber")
    hold(s, 1, "puffed-tail", "puffed-tail")
    play = attack(s, "attack:2-1")
    order = []
    for key in (
        "play:puffed-tail",
        "play:bared-claws",
        "pass",
        "play:cucumber",
        "play:bared-claws",
    ):
        order.append(play.seat)
        play.act(key)
    assert order == [1, 0, 1, 0, 0]  # the other one goes on alone
    assert play.asked != "fight"


@pytest.mark.rule("CV-COMB-9", "CV-ASK-36", "CV-RUL-41", "CV-OPT-14", "CV-ASK-45")
def test_supporters_may_act_after_each_play() -> None:
    s = ready(4, reactions="all")
    stand(s, 2, "a1")
    hold(s, 1, "puffed-tail")
    hold(s, 2, "cucumber")
    hold(s, 3, "cheering-crowd")
    play = attack(s, "attack:2-1")
    assert play.seat == 1
    play.act("play:puffed-tail")
    assert play.asked == "support" and play.seats == (2, 3)  # from any tile
    play.all(s2="play:cucumber", s3="play:cheering-crowd")
    assert play.asked == "option" and play.seat == 3
    play.act("option:1")
    assert [(e["side"], e["amount"]) for e in play.events("boost")] == [(1, 1), (1, -1), (0, 1)]
    assert got(play.s, 3) == {"fish": 1}


@pytest.mark.rule("CV-ASK-36")
def test_what_an_earlier_supporter_made_impossible_is_asked_again() -> None:
    s = ready(4, reactions="all", fates=(1, 1))
    for seat in (2, 3):
        have(s, seat, reroll_token=1)
    play = Play(s).act("attack:2-1")
    assert play.asked == "support" and play.seats == (2, 3)
    play.all(s2="token:reroll-token", s3="pass")
    play.act("die:fate-attacker")
    assert play.asked == "support" and play.seats == (3,)


@pytest.mark.rule("CV-ASK-45")
def test_by_default_supporters_are_asked_once_both_have_passed() -> None:
    s = ready(3)
    hold(s, 1, "puffed-tail")
    hold(s, 2, "cucumber")
    play = attack(s, "attack:2-1").act("play:puffed-tail")
    assert play.asked == "support" and play.seats == (2,)
    own = ready(3, reactions="own")
    hold(own, 2, "cucumber")
    assert "support" not in Play(own).act("attack:2-1").until("turn").happened()


@pytest.mark.rule("CV-COMB-11", "CV-COMB-12", "CV-RUL-78", "CV-REW-2")
def test_a_tie_is_a_win_for_the_defender_and_costs_nothing() -> None:
    s = ready(fates=(1, 2))  # 2 + 3 + 1 against 2 + 2 + 2
    s.chance.faces = ["prestige"]
    play = Play(s).act("attack:2-3")
    assert scores(play.s) == [0, 1] and play.s.pride == [3, 3] and play.s.won == [0, 1]
    assert play.events("rolled") == [{"seat": 1, "die": "reward", "face": 0}]


@pytest.mark.rule("CV-COMB-12", "CV-HUM-2")
def test_the_loser_loses_the_difference() -> None:
    s = ready(fates=(3, 1))  # 8 against 6
    s.defence[1] = 3
    s.chance.faces = ["prestige"]
    play = Play(s).act("attack:2-3")
    assert play.s.pride == [3, 1] and scores(play.s) == [1, 0]
    s = ready(fates=(1, 3))
    s.defence[1] = 3
    s.chance.faces = ["prestige"]
    play = Play(s).act("attack:2-1")  # 4 against 8: the attacker is Humiliated in its own turn
    assert play.s.flat == 1 and scores(play.s) == [0, 2]


@pytest.mark.rule("CV-REW-3", "CV-REW-4", "CV-REW-5", "CV-ASK-38", "CV-DICE-4", "CV-RUL-46")
def test_the_reward_die() -> None:
    s = ready(fates=(3, 1))
    s.chance.faces = ["card"]
    play = Play(s.copy()).act("attack:2-3")
    assert play.s.hand == [(), ()] and play.asked == "turn"  # without a card no reward
    hold(s, 1, "zoomies")
    build(s, 1, "old-mill", "tutor")
    front(s, 1, "show-ribbon")
    want(s, 1, "landlord")
    play = attack(s, "attack:2-3").until("turn")
    assert ids(play.s.hand[0]) == ["zoomies"] and play.s.plots[1]
    event = next(e for e in play.match._events if e.kind == "stole-card")
    assert event.seen_by(None).data == {"seat": 0, "victim": 1}
    s = ready(fates=(3, 1))
    s.chance.faces = ["growth"]
    play = Play(s).act("attack:2-3")
    assert play.asked == "growth" and play.seat == 0


@pytest.mark.rule("CV-REW-6", "CV-RUL-42", "CV-ASK-40")
def test_the_reward_die_can_be_rerolled_by_fighters_who_have_passed() -> None:
    s = ready(fates=(2, 2))
    have(s, 1, reroll_token=1)
    play = Play(s).act("attack:2-3")
    assert play.asked == "fight" and play.seat == 1
    play.s.chance.faces = ["prestige", "card"]
    play.act("pass")
    assert play.asked == "react" and play.seats == (1,)
    play.act("token:reroll-token", "die:rolled")
    assert scores(play.s) == [0, 0] and play.s.pride == [3, 2]  # the new result counts


@pytest.mark.rule("CV-MARK-7", "CV-RUL-42")
def test_the_free_reroll_of_a_fighter_on_their_own_mark() -> None:
    s = ready(fates=(1, 1))
    s.marks[SPACE["d3"]] = 0
    play = Play(s).act("attack:2-1")
    assert play.asked == "fight" and play.seat == 0 and play.choices() == ["reroll", "pass"]
    play.s.chance.dice = [3]
    play.act("reroll", "die:fate-attacker")
    assert play.events("rerolled")[0]["new"] == 3
    assert play.events("decided")[0] == {"attack": 6, "defence": 5, "winner": 0}


@pytest.mark.rule("CV-ASK-34")
def test_the_defender_may_answer_a_declared_attack() -> None:
    s = ready(fates=(3, 1))
    hold(s, 1, "hiss", "back-alley-exit", "cucumber")
    have(s, 1, fish=1)
    play = Play(s).act("attack:2-3")
    assert play.asked == "react" and play.seats == (1,)
    assert set(play.choices()) == {"play:hiss", "play:back-alley-exit", "pass"}
    assert play.s.fight.fate == (0, 0)
    play.act("play:hiss")  # the attacker cannot pay: the combat ends
    assert play.s.fight is None and play.asked == "turn" and play.s.main
    assert unused(play.s, 0) == [1, 2] and play.s.mood == -1 and play.s.won == [0, 0]


@pytest.mark.rule("CV-ASK-37", "CV-ASK-43")
def test_whoever_is_about_to_lose_pride_may_soften_it() -> None:
    s = ready(fates=(3, 1))
    hold(s, 1, "ninth-life")
    s.chance.faces = ["prestige"]
    play = attack(s, "attack:2-3").act("pass")
    assert play.asked == "react" and play.choices() == ["play:ninth-life", "pass"]
    play.act("play:ninth-life")
    assert play.s.pride == [3, 2]


@pytest.mark.rule("CV-ASK-39")
def test_after_a_combat_winner_and_loser_may_play_cards_for_it() -> None:
    s = ready(fates=(3, 2), arena=True)
    hold(s, 0, "sticky-paws")
    hold(s, 1, "liniment")
    have(s, 1, rag=1)
    s.defence[1] = 3
    s.chance.faces = ["prestige"]
    play = Play(s).act("attack:2-3")
    seen = []
    while play.asked != "turn":
        if play.asked == "react":
            seen += [(seat, play.choices(seat)[0]) for seat in play.seats]
        play.each("pass")
    assert (0, "play:sticky-paws") in seen and (1, "play:liniment") in seen
    assert seen.index((0, "play:sticky-paws")) < seen.index((1, "play:liniment"))


# -- Humiliation ----------------------------------------------------------------------------------


@pytest.mark.rule("CV-HUM-4", "CV-HUM-5", "CV-RUL-22", "CV-RUL-43")
def test_a_flat_cat_stands_up_in_its_next_turn() -> None:
    s = ready(fates=(3, 1))
    s.defence[1] = 1
    s.chance.faces = ["prestige"]
    play = Play(s).act("attack:2-3")
    assert play.s.flat == 0b10 and play.s.pride[1] == 0
    play.act("end")
    assert play.seat == 1 and play.s.flat == 0 and play.s.pride[1] == 3
    assert play.asked == "turn"


@pytest.mark.rule("CV-RUL-45", "CV-ASK-23")
def test_who_is_humiliated_in_the_own_turn_ends_it() -> None:
    s = ready(fates=(1, 3))
    s.pride[0] = 1
    s.chance.faces = ["card"]
    play = Play(s).act("attack:2-1")
    assert play.seat == 1 and where(play.s, 1) == "d3"  # the winner stays
    assert unused(play.s, 0) == [2, 3]  # the Attack was the Main Action: no die is discarded
    s = lay(2)
    s.pride[0] = 1
    stand(s, 0, "d3", "portal")
    s.tiles[SPACE["d4"]], s.face_up = 14, s.face_up | 1 << SPACE["d4"]
    have(s, 0, movement=1)
    play = Play(s).act("step:d4")
    assert play.asked == "discard-die" and play.seat == 0
    play.act("die:2")
    assert play.seat == 1 and unused(play.s, 0) == [1, 3]


@pytest.mark.rule("CV-RUL-46", "CV-HUM-6")
def test_a_loss_for_good_takes_no_more_than_is_there() -> None:
    s = ready(fates=(3, 1))
    s.chance.faces = ["card"]
    play = Play(s).act("attack:2-3")
    assert scores(play.s) == [1, 0] and play.s.prestige == [1, 0]


@pytest.mark.rule("CV-RUL-46", "CV-REW-1")
def test_pride_then_humiliation_then_reward() -> None:
    s = ready(fates=(3, 1))
    s.chance.faces = ["prestige"]
    play = Play(s).act("attack:2-3")
    kinds = [k for k in play.happened() if k in ("decided", "lost-pride", "humiliated", "rolled")]
    assert kinds == ["decided", "lost-pride", "humiliated", "rolled"]


# -- rerolls --------------------------------------------------------------------------------------


@pytest.mark.rule(
    "CV-REROLL-1", "CV-REROLL-3", "CV-REROLL-4", "CV-REROLL-7", "CV-TOK-1", "CV-RUL-77"
)
def test_a_token_rerolls_any_unused_die_of_anybody() -> None:
    s = lay(2)
    have(s, 0, reroll_token=1)
    dice(s, 1, 3)
    play = Play(s).act("token:reroll-token")
    assert set(play.choices()) == {
        "die:action-1-1", "die:action-1-2", "die:action-1-3", "die:action-2-3",
        "die:defence-1", "die:defence-2",
    }  # fmt: skip
    play.s.chance.dice = [1]
    play.act("die:action-2-3")
    assert unused(play.s, 1) == [1] and got(play.s, 0) == {}
    assert not play.can("token:reroll-token")


@pytest.mark.rule("CV-TOK-3", "CV-HUNT-3")
def test_attack_and_defence_tokens_help_any_side() -> None:
    s = ready(3, reactions="all")
    have(s, 2, attack_token=1, defence_token=1, mouse=2)
    play = Play(s).act("attack:2-1")
    assert play.asked == "support"
    before = totals(play)
    for key, change in (
        ("token:attack-token", (1, 0)),
        ("token:defence-token", (0, 1)),
        ("mouse:attack-token", (1, 0)),
        ("mouse:defence-token", (0, 1)),
    ):
        play.act(key)
        if play.s.fight is not None:
            now = totals(play)
            assert (now[0] - before[0], now[1] - before[1]) == change
            before = now


# -- Encounters -----------------------------------------------------------------------------------


def meets(name: str, fate: int, seats: int = 2, **chosen: object) -> Play:
    """The active player draws an Encounter by a card and rolls that Fate."""
    s = lay(seats, **chosen)
    hold(s, 0)
    s.drew = 0
    s.main = True
    s.turn = seats - 1
    dice(s, seats - 1)
    s.chance.cards = [CARD["rustle-in-the-reeds"], CARD[name]]
    s.chance.dice = [fate]
    return Play(s)


@pytest.mark.rule("CV-ENC-1", "CV-ENC-2", "CV-ENC-3", "CV-RUL-91", "CV-DECK-5")
def test_an_encounter_is_decided_by_a_fate_die_and_goes_under_its_deck() -> None:
    for fate, fish, mood in ((1, None, 0), (3, 3, 1)):
        play = meets("fishwife-tabby", fate).act("end")
        assert got(play.s, 0).get("fish") == fish and play.s.mood == mood
        assert play.s.under[4] == ((CARD["fishwife-tabby"], 3),)
        assert play.events("encounter") == [{"seat": 0, "card": "fishwife-tabby"}]
    view = play.match.view(None)["table"]["decks"]["encounter"]
    assert view["under"] == ["fishwife-tabby"] and view["cards"] == 18


@pytest.mark.rule("CV-ENC-4", "CV-ENC-5", "CV-ENC-6", "CV-ENC-7", "CV-HUM-6", "CV-RUL-44")
def test_an_encounter_combat_is_fought_as_defender() -> None:
    for fates, pride, fish, prestige in (((2, 2), 3, 3, 5), ((3, 1), 2, None, 5)):
        play = meets("grumpy-ginger-tom", 1)
        play.s.chance.dice += list(fates)  # its Fate Die, rolled to the left, and one's own
        play.s.prestige[0] = 5
        play.act("end")
        assert play.s.pride[0] == pride and got(play.s, 0).get("fish") == fish
        assert scores(play.s)[0] == prestige and play.s.mood == -1
        assert [e["die"] for e in play.events("rolled")] == ["fate"]  # no Reward Die
    play = meets("feral-shadow", 1)
    play.s.chance.dice += [3, 1]
    play.s.prestige[0] = 5
    play.act("end")  # 5 + 3 against 2 + 2 + 1
    assert play.s.flat == 1 and scores(play.s)[0] == 4
    assert play.asked == "discard-die"  # the turn is over


@pytest.mark.rule("CV-RUL-44", "CV-ASK-40")
def test_cards_for_encounters_stand_in_the_question_of_the_roll() -> None:
    play = meets("grumpy-ginger-tom", 1)
    hold(play.s, 0, "childhood-friend", "squeaky-toy", "lucky-coin")
    play.act("end")
    assert play.asked == "react" and play.seats == (0,)
    assert {"play:childhood-friend", "play:squeaky-toy", "play:lucky-coin"} <= set(play.choices())
    play.act("play:childhood-friend", "pass")
    assert got(play.s, 0)["fish"] == 2 + 2 and play.s.mood == 1 + 1


@pytest.mark.rule("CV-RUL-41", "CV-ENC-4")
def test_an_opponent_counts_as_having_passed() -> None:
    play = meets("grumpy-ginger-tom", 1, 3)
    hold(play.s, 0, "puffed-tail")
    play.s.chance.dice += [3, 1]
    play.act("end", "pass")
    assert play.asked == "fight" and play.seat == 0
    assert play.s.fight.passed == 0b01 and play.s.fight.sides == (-1, 0)
    play.act("play:puffed-tail")  # 6 against 6: a tie is won by the defender
    assert play.s.pride[0] == 3 and got(play.s, 0)["fish"] == 3
