#!/bin/sh
# Moves pieces on grid boards drawn by lot, at every level of noise and of crosstalk, and
# prints a table.
# Usage: levels.sh DOHYO [BOARDS]    20 boards each, with 25 moves on each
dohyo=${1:?which dohyo}
boards=${2:-20}

# number NAME: the first whole number of that name in a line of JSON.
number() {
    sed -n "s/^[^@]*\"$1\":\([0-9]*\).*/\1/p"
}

row() {
    board=$1
    title=$2
    shift 2
    json=$("$dohyo" simulate --board "$board" "$@" --builds "$boards" --pushes 25 --idle-hours 0 \
        --jobs 1 --json 2>/dev/null | sed 's/"in_failed_sector":{[^}]*},*//')
    of() { echo "$json" | number "$1"; }
    printf '%-12s %-14s %6s %6s %6s %6s %6s %6s %6s %6s %8s\n' "$board" "$title" \
        "$(of builds)" "$(of builds_good)" "$(of cells)" \
        "$(of missed)" "$(of missed_told)" "$(of missed_in_silence)" "$(of silent_wrong)" \
        "$(of asked)" "$(of asked_for_nothing)"
}

echo "Moves on virtual grid boards by noise and by crosstalk, everything simulated:"
echo "\$ dohyo simulate --board BOARD --noise LEVEL --builds $boards --pushes 25 --idle-hours 0 --json"
echo
printf '%-12s %-14s %6s %6s %6s %6s %6s %6s %6s %6s %8s\n' \
    board noise boards good cells missed told silent wrong asked needless
for board in grid-hex grid-square; do
    for level in off low nominal high severe; do
        row "$board" "$level" --noise "$level"
    done
    for share in 0.5 2 5; do
        row "$board" "crosstalk:$share" --fault "crosstalk:$share"
    done
done
