#!/bin/sh
# Pushes from everywhere on the platform, and the share asked about by place.
# Usage: long-run.sh DOHYO [COUNT [SEED]]    20000 pushes from seed 1 if none are named
# The picture goes to by-place.svg beside this script.
dohyo=${1:?which dohyo}
count=${2:-20000}
seed=${3:-1}
here=$(dirname "$0")

echo "Pushes from everywhere on the platform, everything simulated."
echo
echo "\$ dohyo bench pushes --pushes $count --seed $seed"
"$dohyo" bench pushes --pushes "$count" --seed "$seed" --picture "$here/by-place.svg" 2>/dev/null
