#!/bin/sh
# Kills bridge, hub, broker and reader and cuts the power of a ring 200 times during play,
# and checks that the reader has every line. Needs mosquitto.
# Usage: long-run.sh [FIRST WORDS OF CARGO]    `cargo test` if none are named
set -e
cd "$(dirname "$0")/../.."
export CI=true DOHYO_CLUB_KILLS="${DOHYO_CLUB_KILLS:-200}"
${*:-cargo test} -p host-tools --features club --test club --quiet -- --nocapture no_line 2>&1 |
    grep -E 'lines|panicked|the reader|^test result'
