//! Clauses of Kabuto Sumo, the first box. Where it is silent, Sakura Slam applies.

super::clause_table! {
    "ks" "Kabuto Sumo";

    KsS1 "KS-S1" "The ring starts with three large pawns, and with 8, 10 or 6 medium and 14, 12 or 14 small ones for two, three or four players.";
    KsS4 "KS-S4" "Each player or team holds one medium and two small pawns at the start; the third of three players one medium more.";
    KsS5 "KS-S5" "The youngest begins, or chance decides; turns go clockwise, teams alternate, and so do the members of a team.";
    KsT1 "KS-T1" "The platform may stand anywhere against the edge.";
    KsT2 "KS-T2" "A push is one straight, steady movement: no turn on the way and no flick."
        reading "The rules name no penalty: a push that breaks this gets a warning and counts.";
    KsT3 "KS-T3" "Pushing stops when the element has left the platform.";
    KsK1 "KS-K1" "Pawns knocked off are won; special tokens knocked off, and all that falls by accident, go to the reserve.";
    KsM1 "KS-M1" "A special move is used at most once a turn, before or after the push, cost first; a gain needs its element in the reserve.";
    KsB1 "KS-B1" "With two players the belt lies on the large centre pawn; knocking it off wins at once, and elements that fit the pawn may lie on it."
        reading "Belt and pawn fall together, and by accident both are put back.";
    Ks4a "KS-4a" "Allies share the inventory and may push all that is in it, the ally's special token too, but each uses only their own special moves.";
    KsW1 "KS-W1" "Knocking any opponent off wins at once, with three players too.";
    KsL1 "KS-L1" "Knocking the own sumo off loses, even together with an opponent's.";
    KsL2 "KS-L2" "Submission: no element left and no way to take the turn.";
    Ks3a "KS-3a" "With three players, the sumo of one who submitted stays on the ring, and knocking it off still wins.";
    KsJ1 "KS-J1" "Junior League: inventories come from the cards, a team has at most three small pawns, and special tokens that fall return to their owner.";
}
