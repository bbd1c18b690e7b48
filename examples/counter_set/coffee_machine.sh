#!/bin/sh
# A counter set from a shell: each line that it reads is one cup. See README.md.
set -eu
folder=$(dirname "$0")
{
  printf '%s\n' '\Coffee Machine(Hall)\Cups = 0'
  while read -r _; do printf '%s\n' '\Coffee Machine(Hall)\Cups + 1'; done
} | "${PERFLIB:-perflib}" provider publish "$folder/coffee_machine.json"
