#!/bin/sh
#SBATCH --job-name=dohyo
#SBATCH --array=0-63
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --mem=1G
#SBATCH --time=01:00:00
#SBATCH --output=dohyo-%a.log
# Runs one shard of the campaign in each task of an array: `sbatch slurm.sh`, and when all
# have ended `dohyo merge s*.json`. `dohyo` is found by PATH on the nodes.
set -e
i=$SLURM_ARRAY_TASK_ID
srun dohyo simulate --pushes 131200 --scenes 20 --idle-hours 0 --seed 2 --jobs 1 \
    --shard "$i/64" >"s$i.json.new"
# Half a file is no shard.
mv "s$i.json.new" "s$i.json"
