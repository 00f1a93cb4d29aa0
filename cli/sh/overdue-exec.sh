#!/bin/sh
# Runs a job and reports its run to Overdue. Needs curl or wget. See docs/cli.md.
#
#   overdue-exec.sh PING_URL COMMAND [ARGUMENT…]
#
# The exit status and the outputs are those of the job. Reports that can't be sent wait in OVERDUE_STATE, and the next run sends them.
set -u

if [ $# -lt 2 ]; then
  echo "usage: overdue-exec.sh PING_URL COMMAND [ARGUMENT...]" >&2
  exit 2
fi
url=${1%/}
shift
state=${OVERDUE_STATE:-${HOME:-/tmp}/.local/state/overdue-exec}
seconds=${OVERDUE_PATIENCE:-5}
log_bytes=60000

# Sends the body in $2 to the URL in $1. Succeeds only if Overdue itself has answered.
send() {
  if command -v curl >/dev/null 2>&1; then
    answer=$(curl -sS -m "$seconds" -X POST -H 'Content-Type: text/plain' --data-binary "@$2" "$1" 2>/dev/null)
  else
    answer=$(wget -q -T "$seconds" -O - --header 'Content-Type: text/plain' --post-file="$2" "$1" 2>/dev/null)
  fi
  case $answer in
    '{"success":true'* | OK* | Created*) return 0 ;;
    '{"success":false'*'"not_found"'*)
      echo "overdue: the ping URL is unknown" >&2
      return 0
      ;;
    *) return 1 ;;
  esac
}

# Stores a report on disk: its URL in one file, its body in another.
keep() {
  mkdir -p "$state" && chmod 700 "$state" || return 1
  number=$(date +%s).$$.$3
  cp "$2" "$state/$number.body" && echo "$1" >"$state/$number.new" && mv "$state/$number.new" "$state/$number.url"
}

# Sends waiting reports in their order, and stops at the first that can't be sent.
flush() {
  for file in "$state"/*.url; do
    [ -e "$file" ] || return 0
    body=${file%.url}.body
    send "$(cat "$file")" "$body" || return 1
    rm -f "$file" "$body"
  done
}

work=$(mktemp -d) || exec "$@"
trap 'rm -rf "$work"' EXIT
trap 'kill -TERM "$job" 2>/dev/null' TERM
trap 'kill -HUP "$job" 2>/dev/null' HUP
trap 'kill -INT "$job" 2>/dev/null' INT
: >"$work/none"
: >"$work/log"
mkfifo "$work/out" "$work/err"

if [ -r /proc/sys/kernel/random/uuid ]; then rid=$(cat /proc/sys/kernel/random/uuid); else rid=$(hostname).$$.$(date +%s); fi
began=$(date +%s)
(send "$url/start?rid=$rid" "$work/none" && : >"$work/started") &
starting=$!

tee -a "$work/log" <"$work/out" &
tee -a "$work/log" <"$work/err" >&2 &
# The shell redirects stdin of background commands, so the job gets it as descriptor 3.
exec 3<&0
"$@" <&3 3<&- >"$work/out" 2>"$work/err" &
job=$!
wait "$job"
status=$?
# A signal that was passed on ends the first wait, but not always the job.
while kill -0 "$job" 2>/dev/null; do
  wait "$job"
  status=$?
done
ended=$(date +%s)
wait "$starting" 2>/dev/null
wait

tail -c "$log_bytes" "$work/log" >"$work/tail"
end="$url/$status?rid=$rid&duration=$((ended - began))"
if [ ! -e "$work/started" ]; then
  keep "$url/start?rid=$rid&at=$began" "$work/none" 1
  keep "$end&at=$ended" "$work/tail" 2 && echo "overdue: the service can't be reached; the report waits in $state" >&2
elif send "$end" "$work/tail"; then
  flush
else
  keep "$end&at=$ended" "$work/tail" 2
fi
exit "$status"
