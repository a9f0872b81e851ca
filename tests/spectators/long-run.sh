#!/bin/sh
# Serves a simulated match to 1,000 slow and 200 honest spectators at once.
# Usage: long-run.sh [FIRST WORDS OF CARGO]    `cargo test` if none are named
set -e
cd "$(dirname "$0")/../.."
echo "A simulated match before 1,200 spectators on one machine."
${*:-cargo test} -p host-tools --test serve --quiet -- --ignored --nocapture thousand 2>/dev/null |
    grep -E 'spectator|connections|memory|^test result'
