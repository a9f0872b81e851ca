//! Clauses of Kabuto Sumo: Sakura Slam. *Side* means a player (2 or 3 players) or a team
//! (4).

super::clause_table! {
    "ss" "Kabuto Sumo: Sakura Slam";

    SsS1 "SS-S1" "Two to four play, each with a sumo card and a sumo token of their own; no card and no colour is taken twice.";
    SsS2 "SS-S2" "A medium pawn marks the centre, the sumos stand around it, and pawns fill the ring as the layout says.";
    SsS3 "SS-S3" "The pawns that are left and all special tokens of the chosen cards make up the reserve; nobody starts with a special token in hand.";
    SsS4 "SS-S4" "Every side starts with one medium and two small pawns."
        reading "The amounts are icons that the text has lost; those of the first Kabuto Sumo box are used.";
    SsS5 "SS-S5" "Every side owns four corner markers of one colour.";
    SsS6 "SS-S6" "The youngest begins, or with three players the sumo in the centre position; before the first turn the last in order sets one marker of their side on a post they like.";
    SsS7 "SS-S7" "Four players form two teams: one takes the first and third turn, the other the second and fourth.";
    SsT1 "SS-T1" "Turns go round in order and pass over whoever is out, until the match ends.";
    SsT2 "SS-T2" "The platform is set at one of the four corners, a short edge against the ring.";
    SsT3 "SS-T3" "Where the side has no marker on that post it sets one: never more than one in a turn, and only when the platform is set down."
        reading "Until a marker is set or the push begins the platform may still move to another corner; after that it stays for the turn.";
    SsT4 "SS-T4" "Exactly one element of the side's inventory is put on the platform and pushed gently and straight onto the ring."
        reading "A push that swerves, or that is flicked, gets a warning and counts.";
    SsT5 "SS-T5" "The push is over once the element has left the platform altogether.";
    SsT6 "SS-T6" "A push may point anywhere; it need not aim at the centre.";
    SsT7 "SS-T7" "Whoever has to push and holds nothing to push has lost.";
    SsT8 "SS-T8" "A turn with no duty left ends when the player says so, or when the platform is set down for the next turn."
        reading "Where no special moves are in play the turn ends by itself once everything rests. In a replaced turn whose platform has been set down, setting it down again is for the next turn.";
    SsK1 "SS-K1" "Pawns that a push knocks off belong to the side that pushed.";
    SsK2 "SS-K2" "Special tokens that a push knocks off return to the reserve, from where they can be gained again.";
    SsK3 "SS-K3" "What falls by accident returns to the reserve, and is never a knock-out."
        reading "A sumo or the belt that falls by accident is put back where it stood.";
    SsK4 "SS-K4" "A push that knocks an opponent's sumo off wins at once.";
    SsK5 "SS-K5" "A push that knocks off the own sumo, or an ally's, loses at once, whatever opposing sumo falls with it."
        reading "The loss also goes before knocking off the belt.";
    SsK6 "SS-K6" "Pawns won in a turn may be pushed again in that same turn when a further push is due.";
    SsK7 "SS-K7" "All falls of a push are judged together, in their order, when everything rests."
        reading "A win or loss that no later fall of the push could change is announced without waiting.";
    SsM1 "SS-M1" "Each special move on the own card can be used once a turn, before or after the push unless the card is stricter."
        reading "A further push that a move allows may be left out.";
    SsM2 "SS-M2" "The whole cost of a move is paid first, or the move does not happen.";
    SsM3 "SS-M3" "Pay (payer): the listed elements pass from the own inventory to that of an opponent one picks."
        reading "A player who is out, by submission too, is no longer paid.";
    SsM4 "SS-M4" "Stack (empiler): the listed elements go from the inventory onto an element on the ring that is at least as large, also onto a stack, but onto a sumo only if the card allows it.";
    SsM5 "SS-M5" "Remove markers (retirer): that many own markers come back from posts, any posts unless the card says which, and can be set again.";
    SsM6 "SS-M6" "Gain (gagner): the listed elements come from the reserve into the own inventory; what the reserve lacks cannot be gained."
        reading "A move whose gain the reserve cannot fill completely is not made at all.";
    SsM7 "SS-M7" "A move that replaces the turn (remplace un tour) leaves room for no other move and no push, but the platform and a marker may still be set, with a corner slam if that is the fourth."
        reading "A push that the replacing move itself grants is part of the move.";
    SsM8 "SS-M8" "An interlocked group (groupe emboite) is pushed as one, laid out as the card shows; only the element one touches has to run straight.";
    SsM9 "SS-M9" "A sumo within a stack touches every element of that stack.";
    SsM10 "SS-M10" "Sumos are nobody's inventory and are never pushed from the platform.";
    SsC1 "SS-C1" "Setting the side's fourth marker obliges the player to a corner slam (coup en coin) after the push."
        reading "The overview says one may, the section says one must; the section is followed. Taking a marker back afterwards does not cancel the slam.";
    SsC2 "SS-C2" "For the slam the side's markers leave the posts, then one more element is pushed with the platform where it is.";
    SsC3 "SS-C3" "Whenever the side's markers stand on all four posts again, another slam follows.";
    SsC4 "SS-C4" "A slam due with nothing in the inventory loses by submission; pawns the first push won do count. A house switch can waive that push instead."
        reading "When the push is waived the markers leave the posts all the same.";
    SsC5 "SS-C5" "In a team, whoever sets the fourth marker makes the slam.";
    SsL1 "SS-L1" "Submission: a side that has to push and has nothing left loses."
        reading "Not before the special moves that could still bring an element are used or given up.";
    SsL2 "SS-L2" "Knocking out oneself is a loss.";
    SsW1 "SS-W1" "Knocking an opponent out wins.";
    SsW2 "SS-W2" "The last side left wins: everyone else has lost, or only one still has a sumo on the ring."
        reading "A side that submitted has lost, also if its sumo is the last one standing.";
    Ss2a "SS-2a" "With two players the belt sits on the centre pawn for good: knocking that pawn off knocks the belt off, which wins at once. What fits the pawn may be stacked on it."
        reading "By accident both are put back. The last pawn of the centre's size is the one below the belt.";
    Ss3a "SS-3a" "With three players, knocking off any one opponent is enough.";
    Ss3b "SS-3b" "With three players, a side out of elements takes no more turns, but its sumo stays and knocking it off still wins.";
    Ss3c "SS-3c" "With three players, whoever is knocked off together with the pusher's own sumo leaves the last one on the ring as the winner."
        reading "If no opponent fell, the other two go on; if both did, both are put back and go on. In the first box, and by a house switch, a sumo that fell with the pusher's is always put back. What the loser held stays out of play.";
    Ss4a "SS-4a" "Allies share one inventory and one set of four markers.";
    Ss4b "SS-4b" "Allies do not use each other's special moves, yet may push each other's special tokens out of the common inventory.";
    Ss4c "SS-4c" "One opponent knocked off wins for the whole team; one's own or the ally's sumo knocked off loses for it.";
    SsJ1 "SS-J1" "In the Junior League a player starts with what the card's Junior side shows; a team has both cards' elements, but three small pawns at most."
        reading "The icon behind the three is lost in the text; small ones, as the first box says.";
    SsJ2 "SS-J2" "In the Junior League nobody has special moves.";
    SsJ3 "SS-J3" "In the Junior League a special token that falls goes back to its owner's inventory.";
}
