#!/bin/sh
# Plays whole simulated matches over all games and numbers of players, a hundred
# a round.
# Usage: long-run.sh DOHYO [FIRST [LAST]]    rounds 1 to 5 if none are named
dohyo=${1:?which dohyo}
first=${2:-1}
last=${3:-5}

play() {
    echo
    echo "\$ dohyo play $*"
    "$dohyo" play "$@" 2>/dev/null
}

echo "Whole matches on virtual boards, everything simulated."
for round in $(seq "$first" "$last"); do
    seed=$((round * 1000))
    play --game sumoo --matches 10 --seed "$seed"
    play --game abalone --players 2 --matches 4 --seed "$seed"
    play --game abalone --players 3 --matches 3 --seed "$seed"
    play --game abalone --players 4 --matches 3 --seed "$seed"
    play --game ss --players 2 --matches 20 --seed "$seed"
    play --game ks --players 2 --matches 15 --seed "$seed"
    play --game ss --players 3 --matches 15 --seed "$seed"
    play --game ss --players 4 --matches 15 --seed "$seed"
    play --game ks --players 3 --matches 10 --seed "$seed"
    play --game ks --players 4 --matches 5 --seed "$seed"
    echo
    echo "round $round is over"
done
