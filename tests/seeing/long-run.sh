#!/bin/sh
# Measures seeing at length: 30,000 falls, 100 idle hours, every fault by itself.
# Usage: long-run.sh DOHYO [pushes|idle|faults ...]    all three if none is named
dohyo=${1:?which dohyo}
shift
[ $# -gt 0 ] || set -- pushes idle faults

simulate() {
    echo
    echo "\$ dohyo simulate $*"
    "$dohyo" simulate "$@" 2>/dev/null
}

echo "Seeing on the virtual ring, everything simulated."
for part in "$@"; do
    case $part in
        pushes) simulate --pushes 19700 --idle-hours 0 --jobs 1 ;;
        idle) simulate --pushes 0 --scenes 0 --idle-hours 100 --jobs 1 ;;
        faults) simulate --fault each --pushes 120 --scenes 10 --idle-hours 0 --jobs 1 ;;
        *) echo "no such part: $part" >&2 && exit 2 ;;
    esac
done
