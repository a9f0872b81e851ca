#!/bin/sh
# Twenty rings at one broker while bridges, hubs, broker and reader are killed and power is
# cut 200 times during play; twice the reader is away for two minutes. Checks that the
# reader has every line. Needs mosquitto.
# Usage: long-run.sh [FIRST WORDS OF CARGO] > last-run.txt    `cargo test` if none are named
set -e
cd "$(dirname "$0")/../.."
export CI=true
export DOHYO_CLUB_RINGS="${DOHYO_CLUB_RINGS:-20}"
export DOHYO_CLUB_KILLS="${DOHYO_CLUB_KILLS:-200}"
export DOHYO_CLUB_AWAY="${DOHYO_CLUB_AWAY:-120}"
echo "Rings at a broker while everything is killed; the rings are emulated, the broker is"
echo "$(mosquitto -h | head -n 1)."
echo
${*:-cargo test} -p host-tools --features club --test club --quiet -- --nocapture no_line 2>&1 |
    grep -E 'lines|panicked|the reader|^test result' |
    sed 's/finished in .*/finished/'
