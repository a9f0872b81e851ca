#!/bin/sh
# Builds 1,000 simulated rings of every design and checks their beams at rest.
# Usage: long-run.sh DOHYO
dohyo=${1:?which dohyo}
here=$(dirname "$0")
echo "\$ dohyo bench builds --design all --rings 1000"
"$dohyo" bench builds --design all --rings 1000 --picture "$here/margins.svg" |
    grep -v '^drew'
