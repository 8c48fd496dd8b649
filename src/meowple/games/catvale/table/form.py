"""The form of what a viewer may see: plain data.

Cards, tiles and slots are named by id, spaces by name (row and place, ``d4`` is the middle), seats by
number.
"""

from __future__ import annotations

from typing import TypedDict


class Space(TypedDict):
    """A space of the map.

    Attributes:
        space: its name.
        tile: the tile on it; None while it is face-down.
        owner: whose Backyard it is.
        fire: whether a fire burns here.
        mark: whose marker lies here.
        token: whether a face-down Forest token lies here.
        used: the Forest token that was revealed here.
        cats: the seats whose cats stand here.
    """

    space: str
    tile: str | None
    owner: int | None
    fire: bool
    mark: int | None
    token: bool
    used: str | None
    cats: list[int]


class SpecialToken(TypedDict):
    """A special token: on a space, or under the cat of a seat.

    Attributes:
        token: which.
        space: where it lies; None for one under a cat.
        seat: under whose cat it lies; None for one on a space.
        card: the card that put it there.
        until: how long it stays.
    """

    token: str
    space: str | None
    seat: int | None
    card: str
    until: str


class Pile(TypedDict):
    """A deck.

    Attributes:
        cards: how many it has to draw from.
        discards: its discard pile.
        under: what lies under it, the next to be drawn first; None for a card that the
            viewer does not know.
    """

    cards: int
    discards: list[str]
    under: list[str | None]


class QuestView(TypedDict):
    """An open Quest.

    Attributes:
        card: which.
        marks: for each requirement the seat that fulfilled it; None while it is open.
    """

    card: str
    marks: list[int | None]


class InPlay(TypedDict):
    """A card in play.

    Attributes:
        card: which.
        used: whether it is turned until Breakfast.
    """

    card: str
    used: bool


class PlotView(TypedDict):
    """A Building with what belongs to it.

    Attributes:
        building: the Building.
        worker: who works there.
        upgrades: its Upgrades.
        spray: the card that sprayed it.
    """

    building: InPlay
    worker: InPlay | None
    upgrades: list[InPlay]
    spray: str | None


class FrontView(TypedDict):
    """A card in front of a player.

    Attributes:
        card: which.
        used: whether it is turned until Breakfast.
        until: how long it lies there.
    """

    card: str
    used: bool
    until: str


class PlayerView(TypedDict):
    """What is open of a player, and of the viewer's own all.

    Attributes:
        cat: the Cat card.
        at: the space of the cat.
        prestige: points.
        backyard: how many of them lie in the Backyard.
        pride: Pride left.
        flat: whether the cat lies flat, Humiliated.
        grown: whether the cat is experienced, its card turned over.
        goods: how many of each item, movement points among them.
        attack, defence: the dials; None before a cat is chosen.
        dice: unused Action Dice of value 1, 2 and 3.
        defence_die: the Defence Die; 0 for none.
        spent: how many dice are set aside.
        rolled: dice rolled in Planning.
        ready: whether the player is ready with what all prepare.
        skills: skills of the Growth Tree.
        markers: where each Growth marker is.
        way: all slots that each marker went through.
        hand: the hand cards that the viewer knows.
        hand_size: how many hand cards there are.
        cards: how many of them are of each deck, by their backs.
        bought: how many face-down tokens were bought.
        tokens: which they are; None for those of others.
        sand_size: how many Harvest tokens are held.
        sand: which they are; None for those of others.
        ambition: the Ambition, if the viewer knows it.
        scored: whether it has scored.
        plots: the Buildings of the Backyard.
        front: cards in front of the player.
        trophies: Humiliated opponents.
        marks: how many tiles are Marked.
        markers_left: Player Markers in the supply.
        arena, harvest: spaces on the two tracks.
        dug: whether the player has dug for the Harvest.
        points: where the Prestige comes from: ``gained`` for good, ``buildings`` with Upgrades,
            ``workers``, ``trophies``, ``ambition``, and ``front``: cards and tokens that lie here.
        counters: what Ambitions count.
        rules: what holds for this player now by cards and skills.
    """

    cat: str | None
    at: str | None
    prestige: int
    backyard: int
    pride: int
    flat: bool
    grown: bool
    goods: dict[str, int]
    attack: int | None
    defence: int | None
    dice: list[int]
    defence_die: int
    spent: int
    rolled: list[int]
    ready: bool
    skills: list[str]
    markers: dict[str, str]
    way: dict[str, list[str]]
    hand: list[str]
    hand_size: int
    cards: dict[str, int]
    bought: int
    tokens: dict[str, int] | None
    sand_size: int
    sand: list[str] | None
    ambition: str | None
    scored: bool
    plots: list[PlotView]
    front: list[FrontView]
    trophies: list[str]
    marks: int
    markers_left: int
    arena: int
    harvest: int
    dug: bool
    points: dict[str, int]
    counters: dict[str, int]
    rules: list[str]


class FightView(TypedDict):
    """A combat as it stands.

    Attributes:
        kind: ``player``, ``encounter`` or ``duel``.
        attacker, defender: the seats; None for an opponent from a card.
        card: that opponent's card.
        strength: its strength.
        attack_die: the Attack Die; 0 where an opponent attacks.
        fate: the Fate Dice of attacker and defender; 0 before they are rolled.
        boost: what cards and tokens have added to both.
        totals: both sums.
        passed: whether attacker and defender have passed.
        step: whose step it is: ``attacker``, ``defender`` or ``supporters``.
        stage: ``declared``, ``playing``, ``decided`` or ``ended``.
    """

    kind: str
    attacker: int | None
    defender: int | None
    card: str | None
    strength: int
    attack_die: int
    fate: list[int]
    boost: list[int]
    totals: list[int]
    passed: list[bool]
    step: str
    stage: str


class TalkView(TypedDict):
    """A talk; an offer is hidden from others until it is made.

    Attributes:
        opener, partner: who talk.
        attack: whether it is the talk before an Attack.
        speaker: whose step it is.
        answering: whether they answer an offer, not make one.
        gives, asks: what the offer gives and asks for; None while it is hidden.
        made: how many offers opener and partner have made.
    """

    opener: int
    partner: int
    attack: bool
    speaker: int
    answering: bool
    gives: dict[str, int] | None
    asks: dict[str, int] | None
    made: list[int]


class AskingView(TypedDict):
    """What asks while a card, an Encounter or a token is carried out.

    Attributes:
        card: the card or token.
        cost: what may be paid, by item, ``basic``, ``card`` (how many) and ``die`` (its least value);
            None where nothing is.
        options: what can be chosen as ``option:1`` and so on, each as its steps, as the data of the
            cards writes them; None where nothing is.
    """

    card: str | None
    cost: dict[str, int] | None
    options: list[list[dict[str, str | int]]] | None


class Holds(TypedDict):
    """Something that holds for a while.

    Attributes:
        verb: ``stat``, ``yield``, ``discount``, ``rule`` or ``territory``.
        what: which dial, items or purchases, by number or as bits.
        seats: for whom.
        amount: by how much.
        until: how long.
        uses: how often it still works; 0 is without limit.
    """

    verb: str
    what: int
    seats: list[int]
    amount: int
    until: str
    uses: int


class TurnView(TypedDict):
    """What the active player has done so far in the turn.

    Attributes:
        seat: who.
        side, side_limit: Side Actions taken, and how many may be.
        main: whether the Main Action is taken.
        token_revealed: whether a Forest token was revealed.
        bought_die: whether an Action Die was bought this Round.
    """

    seat: int
    side: int
    side_limit: int
    main: bool
    token_revealed: bool
    bought_die: bool


class OrdersView(TypedDict):
    """Standing orders of the viewer, in the form that `Match.set_orders` takes.

    Attributes:
        rolls: ``mine``, ``all`` or ``never``: which rolls stop for the viewer.
        fights: ``last``, ``every`` or ``never``: which steps of others' combats do.
        turns: ``never`` or ``always``: whether the window between two turns does.
        self: ``ask`` or ``never``: whether windows about the viewer's own affairs do.
        defence: keys of actions: the standing defence.
        now: other words that hold ``until`` the end of the running ``turn`` or ``combat``
            alone; None for none.
    """

    rolls: str
    fights: str
    turns: str
    self: str
    defence: list[str]
    now: dict[str, str] | None


class MoodView(TypedDict):
    """The Mood.

    Attributes:
        at: the space of the marker, 0 in the middle, Chaos below.
        marker: whose Growth marker that space moves in Growth; None for neither.
        growth: by how much it would move now.
    """

    at: int
    marker: str | None
    growth: int


class Why(TypedDict, total=False):
    """Why something cannot be done; the words make a sentence of it.

    Attributes:
        code: which reason it is.
        items: for ``lacks``: what is missing.
        number: for ``die``: the value it needs; for ``fish``: how many to eat.
        windows: for ``window``: when the card is played.
    """

    code: str
    items: dict[str, int]
    number: int
    windows: list[str]


class Sums(TypedDict):
    """What both sums of a combat can come to, the attacker's first.

    Attributes:
        low, high: at least and at most; the same where no die decides.
        mean: on average.
        die: the die that decides, as in the keys of ``die:``; None without one.
    """

    low: list[int]
    high: list[int]
    mean: list[int]
    die: str | None


class MenuView(TypedDict):
    """What the viewer could do.

    Attributes:
        ways: the spaces that the viewer's cat can walk to, with the Movement that takes; with
            none left the next spaces, for a Fish each.
        by_fish: whether a step is paid with a Fish.
        prices: what each purchase costs the viewer now, in Fish.
        main: the Main Action of the tile that the cat stands on: ``gather``, ``fish``, ``hunt``,
            ``dig``, ``sift``, ``duel``, or nothing.
        item: what is gained by it.
        gains: how much, for an Action Die of value 1, 2 and 3.
        why: why an action, a card (``play:``) or a requirement (``quest:``) is impossible, if it is.
        sums: what playing something would make of both sums of the combat, one way after the
            other; of dice that are rolled again one after the other, what the first can do.
    """

    ways: dict[str, int]
    by_fish: bool
    prices: dict[str, int]
    main: str
    item: str | None
    gains: list[int]
    why: dict[str, Why]
    sums: dict[str, list[Sums]]


class Numbers(TypedDict):
    """The rulebook's numbers that one needs to read the table.

    Attributes:
        rounds: how many a match has.
        pride: what a cat has that has lost none.
        alone: Prestige more for who completes a Quest alone.
    """

    rounds: int
    pride: int
    alone: int


class CatvaleTable(TypedDict):
    """The whole table as a viewer may see it.

    Attributes:
        step: where the game is.
        round: 1 to 6; 0 in Spring before the first.
        season: which.
        first: the First Player.
        turn: the turn that is going on; None outside turns.
        mood: the Mood.
        map: the spaces in their order.
        passages: both ends of tunnel and bridge.
        tokens: special tokens.
        market: the cards of the Flea Market by row; None for a gap.
        decks: the decks by name.
        bag: how many Harvest tokens are in the bag.
        forest_pool: how many Forest tokens are in the pool.
        quests: open Quests.
        vale: Vale Life tiles that are flipped.
        shop: dice in the Dice Shop of value 1, 2 and 3.
        standing: what holds for a while.
        harvested: whether the Harvest has come.
        open_die: a die that was just rolled: kind, face and whose it is.
        loss: Pride about to be lost.
        fight: the combat that is going on.
        talk: the talk that is going on.
        asking: what asks the question that is open; None for the rules themselves.
        looked: cards that the viewer looks at now.
        picks: cards that the viewer chooses from before the first Round: of an Ambition, of a pack.
        prepared: keys of what the viewer has prepared in secret.
        spare_ambition: the viewer's other Ambition while one is chosen.
        menu: what the viewer could do; None for spectators and before there is a cat.
        orders: the viewer's standing orders.
        players: the players by seat.
        numbers: the rulebook's.
    """

    step: str
    round: int
    season: str
    first: int
    turn: TurnView | None
    mood: MoodView
    map: list[Space]
    passages: dict[str, list[str]]
    tokens: list[SpecialToken]
    market: list[list[str | None]]
    decks: dict[str, Pile]
    bag: int
    forest_pool: int
    quests: list[QuestView | None]
    vale: list[str]
    shop: list[int]
    standing: list[Holds]
    harvested: bool
    open_die: list[str | int] | None
    loss: int
    fight: FightView | None
    talk: TalkView | None
    asking: AskingView | None
    looked: list[str] | None
    picks: list[str] | None
    prepared: list[str] | None
    spare_ambition: str | None
    menu: MenuView | None
    orders: OrdersView | None
    players: list[PlayerView]
    numbers: Numbers
