#!/bin/sh
# Runs a job and reports its run to Overdue. Needs curl or wget. See docs/cli.md.
#
#   overdue-exec.sh PING_URL COMMAND [ARGUMENT…]
#
# The exit status and the outputs are those of the job. Each report is written to OVERDUE_STATE before it is sent. If a report can't be
# sent, the next run sends it. Without a folder that only this user can change, the job runs all the same, and nothing is kept.
set -u
# The job keeps the mask of its caller.
mask=$(umask)
umask 077
# A closed descriptor would get the number of the next file that is opened.
(: 3<&0) 2>/dev/null || exec </dev/null
(: 3>&1) 2>/dev/null || exec >/dev/null
(: 3>&2) || exec 2>/dev/null

log_bytes=60000
kept_max=1000
flush_seconds=30
# The service counts older reports as pings of the present.
seconds_max=2592000
seconds=${OVERDUE_PATIENCE:-5}

warn() { echo "overdue: $*" >&2; }

is_url() {
  case $1 in
    *[!!-~]*) return 1 ;;
    http://?* | https://?*) return 0 ;;
    *) return 1 ;;
  esac
}

if [ $# -lt 2 ] || ! is_url "$1"; then
  echo "usage: overdue-exec.sh PING_URL COMMAND [ARGUMENT...]" >&2
  exit 2
fi
url=${1%%\?*}
query=${1#"$url"}
query=${query:+"&${query#\?}"}
while [ "$url" != "${url%/}" ]; do url=${url%/}; done
shift

# Succeeds if only this user and root can change the folder $1, or replace the folder by changing a folder above.
is_trusted() (
  dir=$(cd -P -- "$1" 2>/dev/null && pwd -P) || exit 1
  set -f
  # The first fields are mode, links, user and group.
  set -- $(ls -ldn -- "$dir")
  case $1 in drwx------*) ;; *) exit 1 ;; esac
  [ "$3" = "$uid" ] || exit 1
  while [ "$dir" != / ]; do
    dir=$(dirname -- "$dir")
    set -- $(ls -ldn -- "$dir")
    case $3 in 0 | "$uid") ;; *) exit 1 ;; esac
    case $1 in
      # In a sticky folder such as /tmp, only the owner of an entry can replace the entry.
      ?????????[tT]*) ;;
      ????????w*) exit 1 ;;
      # Only root distrusts groups, because many distributions give each user a group of their own.
      ?????w*) [ "$uid" != 0 ] || [ "$4" = 0 ] || exit 1 ;;
    esac
  done
)

# Sends the file $2, or an empty body, to the URL $1. Succeeds if Overdue itself has given a final answer.
send() {
  is_url "$1" || return 0
  if command -v curl >/dev/null 2>&1; then
    # Redirects never lead to http://, where others could read the report, from https://.
    case $1 in https:*) schemes='=https' ;; *) schemes='=http,https' ;; esac
    answer=$(curl -sS -g -i -L --proto-redir "$schemes" -m "$seconds" -H 'Content-Type: text/plain' --data-binary "${2:+@$2}" --url "$1" 2>/dev/null | head -c 10000 | tr -d '\000\r')
  else
    body=--post-data=
    [ -z "$2" ] || body=--post-file=$2
    # The time limit of wget starts again with each part of an answer.
    limit=
    ! command -v timeout >/dev/null 2>&1 || limit="timeout $seconds"
    answer=$($limit wget -q -S -T "$seconds" -O - --header 'Content-Type: text/plain' "$body" -- "$1" 2>&1 | head -c 10000 | tr -d '\000\r')
  fi
  is_final "$answer"
}

# Succeeds if the answer $1 of curl or wget, with its headers, is a final answer of Overdue. Proxies and login pages answer `OK` as well, so a
# text counts only with the header of all responses to pings. Warns of a refusal.
is_final() {
  code='' text='' own=
  while read -r line; do
    case $line in
      # The answer follows the headers of the last response. Earlier responses are redirects or `100 Continue`.
      HTTP/[0-9]*\ [0-9]*)
        code=${line#* }
        own=
        ;;
      [Pp][Ii][Nn][Gg]-[Bb][Oo][Dd][Yy]-[Ll][Ii][Mm][Ii][Tt]:*) own=yes ;;
      [A-Za-z]*:\ *) ;;
      ?*)
        text=$line
        break
        ;;
    esac
  done <<ANSWER
$1
ANSWER
  case $code in
    200* | 201*)
      case $own$text in
        '{"success":true,"data":'* | 'yes{"success":true,"data":'*) return 0 ;;
        yesOK | yesCreated | yesOK[!A-Za-z0-9_]* | yesCreated[!A-Za-z0-9_]*) return 0 ;;
      esac
      return 1
      ;;
    408* | 429*) return 1 ;;
    4*) ;;
    *) return 1 ;;
  esac
  case $own$text in
    '{"success":false,"data":'*) ;;
    'yes<'*) return 1 ;;
    yes*) ;;
    *) return 1 ;;
  esac
  warn "the service refused a report: $(printf '%s %s' "${code%% *}" "$text" | tr -d '\000-\037\177-\377' | head -c 300)"
}

# Stores a report in $kept: the URL $1 in one file, the body $2 in another. $3 orders the reports of a run. Returns 1 if there is no place.
keep() {
  kept=
  [ -n "$state" ] || return 1
  new=$state/$(date +%s).$$.$3
  if { cat ${2:+"$2"} </dev/null >"$new.body" && echo "$1" >"$new.new" && mv "$new.new" "$new.url"; } 2>/dev/null; then
    kept=$new.url
    set -- "$state"/*.url
    while [ $# -gt "$kept_max" ]; do
      rm -f "$1" "${1%.url}.body"
      shift
    done
    return 0
  fi
  rm -f "$new.body" "$new.new"
  warn "a report can't be written to $state"
  return 1
}

# Sends the stored reports of this run, and then the others. A host that can't be reached delays only its own reports.
flush() {
  [ -n "$state" ] || return 0
  now=$(date +%s)
  until=$((now + flush_seconds))
  away=
  for file in "$@" "$state"/*.url; do
    [ -f "$file" ] && [ ! -L "$file" ] && [ "$(date +%s)" -lt "$until" ] || continue
    read -r target <"$file" || continue
    # The name begins with the time.
    at=${file##*/}
    at=${at%%.*}
    case $at in *[!0-9]*) continue ;; esac
    [ $((now - at)) -le "$seconds_max" ] || continue
    host=${target#*://}
    host=${host%%/*}
    case "$away " in *" $host "*) continue ;; esac
    if send "$target" "${file%.url}.body"; then rm -f "$file" "${file%.url}.body"; else away="$away $host"; fi
  done
  [ -z "$away" ] || warn "the service can't be reached; reports wait in $state"
  # Folders of runs that were killed.
  for folder in "$state"/run.*; do
    kill -0 "${folder##*.}" 2>/dev/null || rm -rf "$folder"
  done
}

# Waits until the process $1 has ended, even if signals end single waits. Sets $status. A wait that a signal has ended returns the
# status of the signal, although the process may have ended meanwhile, so another wait asks for the status of the process. The other
# wait returns 127 if the first one returned the status of the process already.
await() {
  signalled=
  wait "$1"
  status=$?
  while [ -n "$signalled" ]; do
    signalled=
    wait "$1"
    again=$?
    [ "$again" -eq 127 ] || status=$again
  done
}

# Runs the job in place of this shell.
run() {
  umask "$mask"
  exec $leader "$@"
}

# Passes a signal to the job and the processes that the job has started. A signal that comes earlier waits for the job.
job=
early=
pass() {
  signalled=1
  if [ -z "$job" ]; then
    early=$1
    early_status=$2
    return
  fi
  kill -s "$1" -- "$group$job" 2>/dev/null || kill -s "$1" "$job" 2>/dev/null
}
trap 'pass TERM 143' TERM
trap 'pass HUP 129' HUP
# A shell's background processes ignore SIGINT and SIGQUIT.
trap 'pass TERM 130' INT
trap 'pass TERM 131' QUIT

uid=$(id -u)
if [ -n "${OVERDUE_STATE:-}" ]; then
  state=$OVERDUE_STATE
elif [ "$uid" = 0 ]; then
  state=/var/lib/overdue-exec
else
  case ${HOME:-} in /*) state=$HOME/.local/state/overdue-exec ;; *) state= ;; esac
fi
[ -z "$state" ] || mkdir -p -- "$state" 2>/dev/null
if [ -z "$state" ] || ! is_trusted "$state"; then
  warn "no log is sent and no report is kept: ${state:-the home folder} is not a folder with mode 700 that only this user can change"
  state=
fi

# Without a place for the pipes, the job keeps its outputs, and there is no log.
work=
if [ -n "$state" ]; then
  work=$state/run.$$
  rm -rf "$work"
  mkdir "$work" 2>/dev/null && mkfifo "$work/out" "$work/err" "$work/log" 2>/dev/null || work=
fi
trap '[ -z "$work" ] || rm -rf "$work"' EXIT

if [ -r /proc/sys/kernel/random/uuid ]; then read -r rid </proc/sys/kernel/random/uuid; else rid=$(hostname).$$.$(date +%s); fi
# The job gets a process group of its own, except on a terminal, where the terminal's signals must reach the job.
group=
leader=
if [ ! -t 0 ] && command -v setsid >/dev/null 2>&1; then
  group=-
  leader=setsid
fi
began=$(date +%s)
[ -z "$early" ] || exit "$early_status"
# The shell redirects stdin of background commands, so the job gets it as descriptor 3.
exec 3<&0
if [ -n "$work" ]; then
  # A full disk must not block the job, so `cat` reads what `tail` can't store.
  { tail -c "$log_bytes" >"$work/tail" || cat >/dev/null; } <"$work/log" 2>/dev/null 3<&- &
  reader=$!
  # As long as this shell holds the pipe open, `tail` waits for both outputs.
  exec 4>"$work/log"
  tee "$work/log" <"$work/out" 3<&- 4>&- &
  out=$!
  tee "$work/log" <"$work/err" >&2 3<&- 4>&- &
  err=$!
  run "$@" <&3 3<&- 4>&- >"$work/out" 2>"$work/err" &
else
  run "$@" <&3 3<&- &
fi
job=$!
exec 3<&-
[ -z "$early" ] || pass "$early" "$early_status"
keep "$url/start?rid=$rid&at=$began$query" '' 1
start=$kept
(
  trap '' TERM HUP INT QUIT
  exec 4>&-
  send "$url/start?rid=$rid$query" '' && [ -n "$start" ] && rm -f "$start" "${start%.url}.body"
) &
starting=$!

await "$job"
exit_status=$status
ended=$(date +%s)
if [ -n "$work" ]; then
  await "$out"
  await "$err"
  exec 4>&-
  await "$reader"
fi
await "$starting"

end="$url/$exit_status?rid=$rid&duration=$((ended - began))$query"
log=
[ -z "$work" ] || [ ! -f "$work/tail" ] || log=$work/tail
keep "$end&at=$ended" "$log" 2
# A report that is sent at once has no time, because the clock of the service may be more exact than the clock of the host.
if [ ! -f "$start" ] && send "$end" "$log" && [ -n "$kept" ]; then rm -f "$kept" "${kept%.url}.body"; fi
flush "$start" "$kept"
exit "$exit_status"
