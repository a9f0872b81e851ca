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

# kind TITLE PUSHES FAULT...: one kind of fault, each of its forms on boards of its
# own. Together they see at least 3,000 falls outside what failed: if none is
# missed, at most 1000 in a million are (95 %).
kind() {
    title=$1 pushes=$2
    shift 2
    for fault in "$@"; do
        "$dohyo" simulate --fault "$fault" --pushes "$pushes" --scenes 10 \
            --idle-hours 0 --jobs 1 2>/dev/null |
            awk -v fault="$fault" '
                /^falls/ { falls = $2 }
                /^missed/ { missed = $2 }
                /^not seen, asked/ { unseen = $4 }
                /^silently wrong/ { silent = $3 }
                /^asked about/ { asked = $3 }
                /^in the failed/ { in_falls = $5; in_missed = $7; in_asked = $9 }
                /^faults named/ { unnamed = $NF }
                /^faults named.*max/ { sub(/.*max /, ""); latest = $1 }
                /^sensors named/ { wrongly = $NF }
                END {
                    if (latest == "") latest = "-"
                    printf "%-17s %6d %6d %6d %6d %6d  %6d %6d %6d  %8s %4d %7d\n", fault, falls,
                        missed, unseen, silent, asked, in_falls, in_missed, in_asked, latest, unnamed, wrongly
                }'
    done | awk -v title="$title" '
        { print; falls += $2; missed += $3; unseen += $4; silent += $5; fflush() }
        END {
            # As `dohyo simulate` reckons it.
            most = missed ? missed + 1 + 1.645 * sqrt(missed + 1) + 0.57 : 3
            printf "%-17s %6d %6d %6d %6d         missed: %.0f ppm, at most %.0f (95 %%)\n\n",
                title ":", falls, missed, unseen, silent, missed * 1000000 / falls,
                most * 1000000 / falls
        }'
}

faults() {
    echo
    echo "\$ dohyo simulate --fault NAME --pushes N --scenes 10 --idle-hours 0 --jobs 1"
    echo "                                                 in what failed:       named"
    echo "fault              falls missed unseen silent  asked   falls missed  asked    max ms  not wrongly"
    kind "noise" 620 gaussian:1 gaussian:3 gaussian:8
    kind "erratum" 1950 e11
    kind "hum" 620 hum:0.05 hum:0.2 hum:0.5
    kind "light" 140 ambient-100:20 ambient-100:50 ambient-100:100 ambient-120:20 \
        ambient-120:50 ambient-120:100 pwm:200 pwm:1000 pwm:4000 sun-step remote-bursts led-light
    kind "drift" 700 drift:40 step:10 led-ageing
    kind "sensors" 120 stuck-dark:1 stuck-dark:3 stuck-dark:8 stuck-lit:1 stuck-lit:3 \
        stuck-lit:8 flaky:1 flaky:3 flaky:8 dead-led:1 dead-led:3 dead-led:8 \
        hall-stuck:1 hall-stuck:3 hall-stuck:8 hall-flaky:1 hall-flaky:3 hall-flaky:8
    kind "multiplexers" 120 crosstalk:0.5 crosstalk:2 crosstalk:5 mux-s0:0 mux-s0:1 mux-s1:0 \
        mux-s1:1 mux-s2:0 mux-s2:1 mux-s3:0 mux-s3:1 mux-s4:0 mux-s4:1 en-stuck
    kind "chains" 840 chain-slip chain-broken lanes-swapped
    kind "timing" 540 dropped-frames:1 dropped-frames:3 dropped-frames:10 stall:3 stall:45 stall:400
}

echo "Seeing on the virtual ring, everything simulated."
for part in "$@"; do
    case $part in
        pushes) simulate --pushes 19700 --idle-hours 0 --jobs 2 ;;
        idle) simulate --pushes 0 --scenes 0 --idle-hours 100 --jobs 1 ;;
        faults) faults ;;
        *) echo "no such part: $part" >&2 && exit 2 ;;
    esac
done
