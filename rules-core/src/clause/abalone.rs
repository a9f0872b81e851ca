//! Clauses of Abalone on 61 points, for 2, 3 and 4 players.

super::clause_table! {
    "ab" "Abalone";

    Ab1 "AB-1" "Two players have 14 marbles each, three have 11, and four play as two teams of two with 9 marbles each."
        reading "The text gives no number for three players, and does not say who begins or in which order three and four play: 11 marbles, Black first, then around the table.";
    Ab2 "AB-2" "A move takes one, two or three own marbles of one straight line one point further, in line or sideways, in any of six directions.";
    Ab3 "AB-3" "The points moved to must be free, unless a push frees them; no move takes more than three own marbles.";
    Ab4 "AB-4" "Sumito: in line, two push one, and three push one or two enemy marbles in contact, onto a free point or off the board.";
    Ab5 "AB-5" "Equal numbers hold each other."
        reading "A sideways move pushes nothing.";
    Ab6 "AB-6" "A marble pushed over any of the six sides is ejected; nobody ejects a marble of their own side.";
    Ab7 "AB-7" "Two players: the first to eject six enemy marbles wins.";
    Ab8 "AB-8" "Three players: the marbles pushed may belong to both opponents; the first to eject six in all wins and the game stops.";
    Ab9 "AB-9" "Four players: one or two of the partner's marbles may count in a sumito that starts with the mover's own; the first team to eject six wins."
        reading "Own and partner's marbles may stand in any order as long as the rear one is the mover's own; they move together only to push.";
    Ab10 "AB-10" "Four players: partners do not talk about the game; this is shown, not enforced.";
    Ab11 "AB-11" "A player who cannot move passes."
        reading "The printed rules do not mention the case.";
    Ab12 "AB-12" "Repeating positions is allowed."
        reading "A draw by threefold repetition, noticed among the last 40 positions, or by a cap of turns can be switched on; both are off by default.";
}
