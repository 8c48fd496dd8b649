"""All that cards can do, in one table. To add a verb, write its class in the file of its deck, with
all that it does beside it, and name it here."""

from meowple.games.comforts.pieces.reading import Verbs

from . import comforts, improvements, profits, travelers

VERBS: Verbs = {
    (verb.deck, verb.verb): verb
    for verb in (
        comforts.BonusIfOwned,
        comforts.BonusPerOtherOwned,
        comforts.BonusPerSetStored,
        comforts.BonusIfStoredExactly,
        improvements.PointsPerRivalComfort,
        improvements.StoreForPoints,
        improvements.GainToken,
        improvements.ChangeFamilyDie,
        improvements.TurnVillageDie,
        improvements.ChangeAnyDie,
        improvements.FixedDieValue,
        improvements.MoveWorker,
        improvements.ExtraResource,
        improvements.BonusTrade,
        improvements.Estate,
        travelers.GiftLeft,
        travelers.PassWorkerLeft,
        travelers.TakeFromNest,
        travelers.MarkSpace,
        travelers.SharedLessons,
        travelers.Discount,
        travelers.Interchange,
        travelers.SearchDiscard,
        travelers.SpaceBonus,
        travelers.MoreLessons,
        travelers.DiceWithoutWorkers,
        travelers.SetFamilyDie,
        travelers.GiftForGain,
        travelers.BonusAction,
        profits.Gain,
        profits.Trade,
        profits.SwapDifferentForSame,
    )
}
"""All verbs, by deck and name: what a card file may use, and what reading makes of it."""
