//! Laws of card files, over arbitrary valid decks and over damaged text.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a failed unwrap is a failed test, in what tests share as well"
)]

use host_core::data::{self, Boxes, DataFile, Deck, DeckFile, Head, Verification};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use rules_core::games::kabuto::card::{
    Card, CardElements, Condition, Cost, Effect, Label, MAX_TAKEN, MarkerOwner, MarkerSource,
    MovePart, MoveParts, MoveRule, MoveTiming, PieceKind, PushPlace, RingSupport, SpecialMove,
    StackTarget, SumoTaking, TakeDestination, TokenKind, TurnEffect,
};
use rules_core::games::kabuto::deck::StoredDeck;
use rules_core::games::kabuto::edition::Edition;
use rules_core::piece::{BySize, BySlot, Size, TokenSlot};

proptest! {
    #[test]
    fn a_deck_written_as_toml_reads_as_the_same_deck(file in deck_file()) {
        let text = file.to_string();
        let read = data::read(&text);
        prop_assert_eq!(read, Ok(DataFile::Deck(Box::new(file))), "{}", text);
    }

    #[test]
    fn a_deck_written_as_bytes_reads_as_the_same_deck(file in deck_file()) {
        let bytes = file.bytes();
        let read: Result<Vec<Card>, _> = StoredDeck::open(&bytes).unwrap().collect();
        prop_assert_eq!(read, Ok(file.deck.cards));
    }

    #[test]
    fn a_damaged_file_is_read_or_told_of_within_its_lines(
        text in select(vec![
            data::HOUSE_DECK,
            data::DECK_TEMPLATE,
            data::default_layout_text(Edition::SakuraSlam, rules_core::player::Players::Two),
        ]),
        at in any::<prop::sample::Index>(),
        gone in 0_usize..40,
        new in "[a-z0-9 =\\[\\]{}\",.#\n-]{0,12}",
    ) {
        let mut text: Vec<char> = text.chars().collect();
        let at = at.index(text.len());
        let end = (at + gone).min(text.len());
        text.splice(at..end, new.chars());
        let text: String = text.into_iter().collect();
        if let Err(mistakes) = data::read(&text) {
            prop_assert!(!mistakes.is_empty());
            let lines = text.split('\n').count();
            for mistake in mistakes {
                prop_assert!((1..=lines).contains(&mistake.line), "{:?}", mistake);
            }
        }
    }

    #[test]
    fn any_text_is_read_without_a_panic(text in "\\PC*|[a-z0-9 =\\[\\]{}\"',.#\r\n\\\\-]{0,80}") {
        let _ = data::read(&text);
    }

    #[test]
    fn any_bytes_are_read_without_a_panic(bytes in any::<Vec<u8>>()) {
        let _ = data::read_bytes(&bytes);
        if let Ok(deck) = StoredDeck::open(&bytes) {
            let _ = deck.count();
        }
    }
}

/// Names with all that is awkward in TOML; `mark` keeps them apart.
fn label(mark: char) -> impl Strategy<Value = Label> {
    "[A-Za-zé#='\"\\\\.\\[{-][ A-Za-z0-9é#='\"\\\\,.\\]}-]{0,8}"
        .prop_map(move |name| Label::try_from(format!("{name}{mark}").as_str()).unwrap())
}

fn deck_file() -> impl Strategy<Value = DeckFile> {
    let boxes = select(vec![
        Boxes::Both,
        Boxes::One(Edition::SakuraSlam),
        Boxes::One(Edition::KabutoSumo),
    ]);
    let verified = select(vec![Verification::Verified, Verification::Unverified]);
    (boxes, verified).prop_flat_map(|(boxes, trust)| {
        let cards: Vec<_> = ('1'..='9')
            .chain('A'..='E')
            .map(|mark| card(mark, boxes))
            .collect();
        (label('!'), cards, 1_usize..=14).prop_map(move |(name, mut cards, count)| {
            cards.truncate(count);
            DeckFile {
                head: Head {
                    name: name.to_string(),
                    trust,
                },
                boxes,
                deck: Deck { cards },
            }
        })
    })
}

fn card(mark: char, boxes: Boxes) -> impl Strategy<Value = Card> {
    let rings = match boxes {
        Boxes::One(Edition::KabutoSumo) => vec![RingSupport::Any],
        _ => vec![RingSupport::Any, RingSupport::WithPosts],
    };
    let kind = |mark| {
        (label(mark), size(), 1_u8..=3).prop_map(|(name, size, count)| TokenKind {
            name,
            size,
            count,
        })
    };
    let tokens = ((kind('a'), kind('b')), 0_usize..=2)
        .prop_map(|((a, b), count)| [a, b].into_iter().take(count).collect::<Vec<_>>());
    (label(mark), select(rings), tokens).prop_flat_map(|(name, rings, tokens)| {
        let moves: Vec<_> = ('x'..='z')
            .map(|mark| special_move(mark, rings, &tokens))
            .collect();
        let junior = prop::option::of(listed(&tokens));
        (moves, 0_usize..=3, junior).prop_map(move |(mut moves, count, junior)| {
            moves.truncate(count);
            let mut card = Card {
                name: name.clone(),
                rings,
                tokens: tokens.iter().cloned().collect(),
                junior,
                moves: moves.into_iter().collect(),
            };
            bring_in(&mut card);
            card
        })
    })
}

/// A valid card can do something, and brings in every token it names.
fn bring_in(card: &mut Card) {
    let gained = |slot: TokenSlot| {
        let mut effects = card.moves.iter().flat_map(|it| &it.rule.effects);
        effects.any(|it| match it {
            Effect::Gain(get) | Effect::Exchange(_, get) => get.tokens[slot] > 0,
            _ => false,
        })
    };
    let missing: Vec<TokenSlot> = TokenSlot::ALL
        .into_iter()
        .take(card.tokens.len())
        .filter(|&slot| !gained(slot))
        .collect();
    if card.moves.is_empty() || !missing.is_empty() {
        let junior = card.junior.get_or_insert(CardElements {
            pawns: BySize([1, 0, 0]),
            tokens: BySlot::default(),
        });
        for slot in missing {
            junior.tokens[slot] = junior.tokens[slot].max(1);
        }
    }
}

fn size() -> impl Strategy<Value = Size> {
    select(Size::ALL.to_vec())
}

fn listed(tokens: &[TokenKind]) -> impl Strategy<Value = CardElements> + use<> {
    let have = |n: usize| tokens.get(n).map_or(0, |it: &TokenKind| it.count);
    let counts = (0_u8..=20, 0_u8..=11, 0_u8..=5, 0..=have(0), 0..=have(1));
    counts.prop_map(|(small, medium, large, a, b)| {
        let nothing = [small, medium, large, a, b] == [0; 5];
        CardElements {
            pawns: BySize([small + u8::from(nothing), medium, large]),
            tokens: BySlot([a, b]),
        }
    })
}

fn group(tokens: &[TokenKind]) -> impl Strategy<Value = CardElements> + use<> {
    let have = |n: usize| u8::from(tokens.len() > n);
    let counts = (1_u8..=2, 1_u8..=1, 0_u8..=1, 0..=have(0), 0..=have(1));
    counts.prop_map(|(small, medium, large, a, b)| CardElements {
        pawns: BySize([small, medium, large]),
        tokens: BySlot([a, b]),
    })
}

fn special_move(
    mark: char,
    rings: RingSupport,
    tokens: &[TokenKind],
) -> impl Strategy<Value = SpecialMove> + use<> {
    let costs = (
        listed(tokens).prop_map(Cost::Pay),
        listed(tokens).prop_map(Cost::PayEach),
        (
            listed(tokens),
            select(vec![StackTarget::Elements, StackTarget::SumosToo]),
        )
            .prop_map(|(listed, onto)| Cost::Stack(listed, onto)),
        prop_oneof![
            Just(Cost::RemoveMarkers(1, MarkerSource::Here)),
            (1_u8..=4).prop_map(|count| Cost::RemoveMarkers(count, MarkerSource::Anywhere)),
        ],
    )
        .prop_map(|(a, b, c, d)| vec![a, b, c, d]);
    let needs = (
        listed(tokens).prop_map(Condition::Holds),
        (kind(), kind()).prop_map(|(kind, by)| Condition::Touches(kind, by)),
        (kind(), 1_u8..=20).prop_map(|(kind, count)| Condition::KnockedOff(element(kind), count)),
        select(vec![MarkerOwner::Own, MarkerOwner::Opponents]).prop_map(Condition::MarkerHere),
        (1_u8..=4).prop_map(Condition::Markers),
    )
        .prop_map(|(a, b, c, d, e)| vec![a, b, c, d, e]);
    let slots = TokenSlot::ALL.into_iter().take(tokens.len().max(1));
    let cue = select(slots.collect::<Vec<_>>()).prop_map(Effect::Cue);
    let form = group(tokens).prop_map(Effect::PushGroup);
    let form = if tokens.is_empty() {
        form.boxed()
    } else {
        prop_oneof![form, cue].boxed()
    };
    let take = (
        kind(),
        1..=MAX_TAKEN,
        select(vec![TakeDestination::Inventory, TakeDestination::Reserve]),
    );
    let effects = (
        listed(tokens).prop_map(Effect::Gain),
        select(vec![PushPlace::Here, PushPlace::Anywhere]).prop_map(Effect::ExtraPush),
        form,
        take.prop_map(|(kind, most, to)| Effect::Take(element(kind), most, to)),
        (listed(tokens), listed(tokens)).prop_map(|(give, get)| exchange(give, get)),
        select(vec![
            SumoTaking::OwnMoved,
            SumoTaking::OpponentMoved,
            SumoTaking::OpponentOut,
        ])
        .prop_map(Effect::TakeSumo),
        select(vec![
            Effect::MoveMarker(MarkerOwner::Own),
            Effect::MoveMarker(MarkerOwner::Opponents),
            Effect::SetMarker,
            Effect::RemoveMarker,
        ]),
    )
        .prop_map(|(a, b, c, d, e, f, g)| vec![a, b, c, d, e, f, g]);
    let posts = rings == RingSupport::WithPosts;
    // Those that need posts stand last in each list.
    let some = move |without: usize, with: usize, least: usize| {
        let count = if posts { with } else { without };
        subsequence((0..count).collect::<Vec<_>>(), least..=2)
    };
    let picks = (some(3, 4, 0), some(3, 5, 0), some(6, 7, 0));
    let one_of = (0_u8..8).prop_map(|bits| {
        let parts = MovePart::ALL.into_iter();
        let chosen = parts.filter(|&part| bits & MoveParts::of(part).bits() != 0);
        chosen.collect::<MoveParts>()
    });
    let when = select(vec![
        MoveTiming::Before,
        MoveTiming::After,
        MoveTiming::Either,
    ]);
    let place = select(vec![TurnEffect::Extra, TurnEffect::Replaces]);
    (
        label(mark),
        when,
        place,
        costs,
        needs,
        effects,
        (picks, one_of),
    )
        .prop_map(
            |(name, when, place, costs, needs, effects, (picks, one_of))| {
                let mut rule = MoveRule {
                    when,
                    place,
                    costs: picks.0.into_iter().map(|n| costs[n]).collect(),
                    conditions: picks.1.into_iter().map(|n| needs[n]).collect(),
                    effects: picks.2.into_iter().map(|n| effects[n]).collect(),
                    one_of,
                };
                make_sense(&mut rule);
                SpecialMove { name, rule }
            },
        )
}

fn kind() -> impl Strategy<Value = PieceKind> {
    prop_oneof![
        size().prop_map(PieceKind::Pawn),
        select(vec![
            PieceKind::AnyPawn,
            PieceKind::AnyToken,
            PieceKind::OwnToken,
            PieceKind::AnyElement,
            PieceKind::OpponentSumo,
            PieceKind::Belt,
        ]),
    ]
}

/// A kind that may be taken off the ring.
fn element(kind: PieceKind) -> PieceKind {
    match kind {
        PieceKind::OpponentSumo | PieceKind::Belt => PieceKind::AnyElement,
        kind => kind,
    }
}

fn exchange(give: CardElements, mut get: CardElements) -> Effect {
    if give == get {
        get.pawns[Size::Small] = if give.pawns[Size::Small] == 1 { 2 } else { 1 };
    }
    Effect::Exchange(give, get)
}

/// Changes what would be a mistake in a file.
fn make_sense(rule: &mut MoveRule) {
    let points = |effect: &Effect| {
        matches!(
            effect,
            Effect::Take(..)
                | Effect::TakeSumo(SumoTaking::OpponentMoved | SumoTaking::OpponentOut)
        )
    };
    if rule.effects.iter().filter(|effect| points(effect)).count() > 1 {
        rule.effects.pop();
    }
    let shaped = |it: &Effect| matches!(it, Effect::PushGroup(_) | Effect::Cue(_));
    let pushes = |it: &Effect| matches!(it, Effect::ExtraPush(_));
    if rule.effects.iter().any(shaped) && !rule.effects.iter().any(pushes) {
        rule.when = MoveTiming::Before;
        rule.place = TurnEffect::Extra;
    }
    if rule.place == TurnEffect::Replaces && rule.when == MoveTiming::After {
        rule.when = MoveTiming::Either;
    }
    if rule.effects.is_empty() && rule.place == TurnEffect::Extra {
        let _ = rule.effects.push(Effect::ExtraPush(PushPlace::Here));
    }
    let taken = rule.effects.iter().find_map(|it| match it {
        Effect::Take(kind, ..) => Some(*kind),
        Effect::TakeSumo(SumoTaking::OpponentMoved | SumoTaking::OpponentOut) => {
            Some(PieceKind::OpponentSumo)
        }
        _ => None,
    });
    for condition in &mut rule.conditions {
        if let (Condition::Touches(kind, _), Some(taken)) = (condition, taken) {
            *kind = taken;
        }
    }
    // A choice is between two.
    let lengths = [
        (MovePart::Costs, rule.costs.len()),
        (MovePart::Conditions, rule.conditions.len()),
        (MovePart::Effects, rule.effects.len()),
    ];
    for (part, length) in lengths {
        if length != 2 {
            rule.one_of = rule.one_of.without(part);
        }
    }
}
