#!/bin/sh
# Plays matches on the grid boards at every level of noise, each on a board drawn by lot,
# with mistakes of the players, and prints a table.
# Usage: levels.sh DOHYO [MATCHES [TURNS [LEVELS]]]    20 matches of at most 4 turns each
dohyo=${1:?which dohyo}
matches=${2:-20}
turns=${3:-4}
levels=${4:-severe high nominal low off}

# number NAME: the whole number of that name in a line of JSON.
number() {
    sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p"
}

echo "Matches on virtual grid boards by noise, everything simulated:"
echo "\$ dohyo play --game GAME --players N --noise LEVEL --matches $matches --max-turns $turns" \
    "--build 1 --mistakes 0.1 --json"
echo
printf '%-8s %7s %-8s %7s %5s %8s %6s %6s %6s %6s %6s %6s %6s\n' \
    game players noise matches turns mistakes wrong silent waits stuck asked told named
for level in $levels; do
    for game in "abalone 2" "abalone 3" "abalone 4" "sumoo 2"; do
        # shellcheck disable=SC2086
        set -- $game
        json=$("$dohyo" play --game "$1" --players "$2" --noise "$level" --matches "$matches" \
            --max-turns "$turns" --build 1 --mistakes 0.1 --jobs 1 --json 2>/dev/null)
        of() { echo "$json" | number "$1"; }
        printf '%-8s %7s %-8s %7s %5s %8s %6s %6s %6s %6s %6s %6s %6s\n' "$1" "$2" "$level" \
            "$(of matches)" "$(of turns)" "$(of mistakes)" "$(of wrong)" "$(of silent_wrong)" \
            "$(of waits)" "$(of stuck)" "$(of asked)" "$(of told)" "$(of troubles_named)"
    done
done
