#!/bin/sh
# Plays 500 whole simulated matches over all games and numbers of players.
# Usage: long-run.sh DOHYO
dohyo=${1:?which dohyo}

play() {
    echo
    echo "\$ dohyo play $*"
    "$dohyo" play "$@" 2>/dev/null
}

echo "Whole matches on virtual boards, everything simulated."
play --game sumoo --matches 50 --seed 1
play --game abalone --players 2 --matches 20 --seed 1
play --game abalone --players 3 --matches 15 --seed 1
play --game abalone --players 4 --matches 15 --seed 1
play --game ss --players 2 --matches 100 --seed 1
play --game ks --players 2 --matches 75 --seed 1
play --game ss --players 3 --matches 75 --seed 1
play --game ss --players 4 --matches 75 --seed 1
play --game ks --players 3 --matches 50 --seed 1
play --game ks --players 4 --matches 25 --seed 1
echo
echo "end"
