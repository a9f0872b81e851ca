//! Clauses of SUMOO v1.0, two players on a grid of 5 by 7.

super::clause_table! {
    "su" "SUMOO v1.0";

    Su1 "SU-1" "The arena has 5 columns and 7 rows; the word SUMOO in the middle row fixes the compass: N, S, U for west, E.";
    Su2 "SU-2" "White (Blanc, B) and Black (Noir, N) own six tokens each: three of force 1, two of force 2, one of force 3.";
    Su3 "SU-3" "At the start the forces 2-3-2 stand in columns 2 to 4 of the second row from each player's edge and 1-1-1 in the row before them.";
    Su4 "SU-4" "White has the first turn; who plays White is drawn by lot.";
    Su5 "SU-5" "A turn spends between 0 and 3 action points.";
    Su6 "SU-6" "Move, 1 point: an own token goes one cell north, south, west or east onto an empty cell, never diagonally.";
    Su7 "SU-7" "Swap, 1 point: two own tokens whose cells share a side change places.";
    Su8 "SU-8" "For a push or pull a main attacker and an enemy main resister share a side; the line through them is the axis.";
    Su9 "SU-9" "Every enemy token further along the axis without a gap resists as well, however many there are.";
    Su10 "SU-10" "One extra attacker at most may help: an own token on the axis, right behind the main attacker.";
    Su11 "SU-11" "A push or pull costs 2 points with one attacker and 3 with two.";
    Su12 "SU-12" "The forces of the attackers must add up to at least those of the resisters.";
    Su13 "SU-13" "Straight push: the resisters go one cell along the axis, onto an empty cell or with the last of them out of the arena.";
    Su14 "SU-14" "Deviated push: all resisters go one cell along the axis and one to the side together; their new cells are all empty, or all outside.";
    Su15 "SU-15" "In a push the attackers advance one cell along the axis.";
    Su16 "SU-16" "Straight pull: the attackers step back one cell, which must be empty and inside the arena, and the resisters follow along the axis.";
    Su17 "SU-17" "Deviated pull: the same, and the resisters also shift one cell to the side together; their new cells are all empty, or all outside.";
    Su18 "SU-18" "Whoever first sends at least one enemy token out of the arena has won.";
    Su19 "SU-19" "Games are written as numbered lines of both players' actions, with names, dates and comments."
        reading "Attackers may be written in either order, an enemy ahead means a push and an empty cell a pull, and an empty turn is written B//.";
    Su20 "SU-20" "The example game of the rule book is a legal game and can be replayed.";
    Su21 "SU-21" "No rule ends a game that goes on for ever."
        reading "There is no automatic draw; players may agree on one, or on a cap of turns.";
}
