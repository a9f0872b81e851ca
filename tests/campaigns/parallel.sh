#!/bin/sh
# Runs the campaign with GNU parallel, one shard for each core at a time. With
# `PARALLEL='--sshlogin hall1,hall2'` it uses other computers that have `dohyo`.
# Usage: parallel.sh DOHYO FOLDER [PUSHES [SHARDS]]    131200 pushes in 64 shards
set -e
dohyo=${1:?which dohyo}
folder=${2:?which folder for the shards}
pushes=${3:-131200}
shards=${4:-64}

mkdir -p "$folder"
parallel "$dohyo" simulate --pushes "$pushes" --scenes 20 --idle-hours 0 --seed 2 --jobs 1 \
    --shard "{}/$shards" '2>/dev/null' '>' "$folder/s{}.json" ::: $(seq 0 $((shards - 1)))
"$dohyo" merge "$folder"/s*.json
