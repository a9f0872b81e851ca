#!/bin/sh
# Runs a campaign of 200,000 falls in shards and prints its table. What is in the folder is
# not run again: call it once more after an interruption.
# Usage: long-run.sh DOHYO FOLDER [PUSHES [SHARDS]]    131200 pushes in 64 shards
set -e
dohyo=${1:?which dohyo}
folder=${2:?which folder for the shards}
pushes=${3:-131200}
shards=${4:-64}
plan="--pushes $pushes --scenes 20 --idle-hours 0 --seed 2"

mkdir -p "$folder"
shard=0
while [ "$shard" -lt "$shards" ]; do
    file=$folder/s$shard.json
    if [ ! -s "$file" ]; then
        echo "shard $shard of $shards" >&2
        # Half a file is no shard.
        "$dohyo" simulate $plan --shard "$shard/$shards" >"$file.new"
        mv "$file.new" "$file"
    fi
    shard=$((shard + 1))
done

echo "Falls on the virtual ring in $shards shards, everything simulated."
echo
echo "\$ dohyo simulate $plan --shard I/$shards > sI.json"
echo "\$ dohyo merge s*.json"
shard=0
set --
while [ "$shard" -lt "$shards" ]; do
    set -- "$@" "$folder/s$shard.json"
    shard=$((shard + 1))
done
"$dohyo" merge "$@"
