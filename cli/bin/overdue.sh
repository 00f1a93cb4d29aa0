#!/bin/sh
# Starts the command line with Node. Node reads NODE_OPTIONS before any program runs, and may end because of it. The variable belongs to the
# job of `overdue exec`, so Node gets it under another name.
if [ -n "${NODE_OPTIONS+set}" ]; then
  OVERDUE_NODE_OPTIONS=$NODE_OPTIONS
  export OVERDUE_NODE_OPTIONS
  unset NODE_OPTIONS
fi
# Where npm puts commands, it often puts Node, too. cron knows few other folders.
node=$(command -v node) || node=${0%/*}/node
program=$(readlink -f -- "$0")
exec "$node" "${program%/*}/overdue.cjs" "$@"
