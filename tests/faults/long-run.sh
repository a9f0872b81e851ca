#!/bin/sh
# Breaks two things at once, for all pairs of faults.
# Usage: long-run.sh DOHYO [ROUNDS [SEED]]    107100 rounds and seed 1 if none are named
dohyo=${1:?which dohyo}
rounds=${2:-107100}
seed=${3:-1}

echo "Two faults at once on a virtual ring, everything simulated."
echo
echo "\$ dohyo faults --pairs --rounds $rounds --seed $seed"
"$dohyo" faults --pairs --rounds "$rounds" --seed "$seed" 2>/dev/null
echo "exit code $?"
