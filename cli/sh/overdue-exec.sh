#!/bin/sh
# Runs a job and reports its run to Overdue. Needs curl or wget. See docs/cli.md.
#
#   overdue-exec.sh PING_URL COMMAND [ARGUMENT…]
#
# The exit status and the outputs are those of the job. Each report is written to OVERDUE_STATE before it is sent. If a report can't be
# sent, the next run sends it. Without a folder that only this user can change, the job runs all the same, and nothing is kept.
set -u

log_bytes=60000
kept_max=1000
flush_seconds=30
# The service counts older reports as pings of the present.
seconds_max=2592000
# With fewer open files, a shell can't redirect outputs.
descriptors_min=20

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

# Stores a report: the URL $1 in the file $3.url, the body $2 in $3.body. Returns 1 if there is no place.
keep() {
  [ -n "$state" ] || return 1
  if { cat ${2:+"$2"} </dev/null >"$3.body" && echo "$1" >"$3.new" && mv "$3.new" "$3.url"; } 2>/dev/null; then
    set -- "$state"/*.url
    while [ $# -gt "$kept_max" ]; do
      rm -f "$1" "${1%.url}.body"
      shift
    done
    return 0
  fi
  rm -f "$3.body" "$3.new"
  warn "a report can't be written to $state"
  return 1
}

# Sends the start, and keeps the report if it can't be sent.
report_start() {
  keep "$url/start?rid=$rid${began:+"&at=$began"}$query" '' "$start"
  send "$url/start?rid=$rid$query" '' && rm -f "$start.url" "$start.body"
}

# Sends the end after the start, and then the reports of earlier runs. $1 is the exit status, $2 the time of the end, $3 the log.
report_end() {
  end=$state/$2.$$.2
  report="$url/$1?rid=$rid"
  # The clock may have been set back meanwhile.
  [ -z "$began" ] || [ -z "$2" ] || [ "$2" -lt "$began" ] || report="$report&duration=$(($2 - began))"
  report=$report$query
  keep "$report${2:+"&at=$2"}" "$3" "$end"
  # A report that is sent at once has no time, because the clock of the service may be more exact than the clock of the host.
  if [ ! -f "$start.url" ] && send "$report" "$3"; then rm -f "$end.url" "$end.body"; fi
  flush "$start.url" "$end.url"
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
  [ -z "$mask" ] || umask "$mask"
  exec $leader "$@"
}

# Ends this shell, which ends early if it can't start a process or open a file. If the job doesn't run yet, the job takes the place of the shell.
# Otherwise the shell ends with the status of the job.
finish() {
  [ -z "$exit_status" ] || exit "$exit_status"
  if [ -z "$job" ]; then
    [ -z "$early" ] || exit "$early_status"
    warn "the run is not reported, because the limit of processes or files is too low"
    # A new process of a shell may still ignore other signals.
    [ -z "$readers" ] || kill -KILL $readers 2>/dev/null
    leader=
    exec 3<&- 4<&-
    run "$@"
  fi
  await "$job"
  exit "$status"
}

# Passes a signal to the job and the processes that the job has started. A signal that comes earlier waits for the job.
pass() {
  signalled=1
  [ -z "$exit_status" ] || return
  if [ -z "$job" ]; then
    early=$1
    early_status=$2
    return
  fi
  kill -s "$1" -- "$group$job" 2>/dev/null || kill -s "$1" "$job" 2>/dev/null
}

# Protects a part of this shell from signals, and from the signal 25 (XFSZ) of a file that is larger than `ulimit -f`.
shelter() { trap '' TERM HUP INT QUIT 25; }

job=
early=
exit_status=
readers=
mask=
# The job gets a process group of its own, except on a terminal, where the terminal's signals must reach the job.
group=
leader=
if [ ! -t 0 ] && command -v setsid >/dev/null 2>&1; then
  group=-
  leader=setsid
fi
trap 'finish "$@"' EXIT
trap 'pass TERM 143' TERM
trap 'pass HUP 129' HUP
# A shell's background processes ignore SIGINT and SIGQUIT.
trap 'pass TERM 130' INT
trap 'pass TERM 131' QUIT

# The job keeps the mask of its caller.
mask=$(umask)
[ -n "$mask" ] || exit 1
descriptors=$(ulimit -n)
case $descriptors in '' | *[!0-9]*) ;; *) [ "$descriptors" -ge "$descriptors_min" ] || exit 1 ;; esac
umask 077
# A closed descriptor would get the number of the next file that is opened.
{ { true; } 3<&0; } 2>/dev/null || exec </dev/null
{ { true; } 3>&1; } 2>/dev/null || exec >/dev/null
{ true; } 3>&2 || exec 2>/dev/null

seconds=${OVERDUE_PATIENCE:-5}
case $seconds in
  0* | *[!0-9]* | ???????*)
    warn "OVERDUE_PATIENCE is not a whole number of seconds from 1 to 999999, so it is 5"
    seconds=5
    ;;
esac
# bash waits 15 seconds for a process that it can't start, and then ends at any place of the script. So a subshell first tries to run
# as many processes at once as the script needs, while the job can still take the place of the script.
if [ -n "${BASH_VERSION:-}" ]; then
  has_room=$(
    exec 2>/dev/null
    probes=
    trap 'kill -KILL $probes' EXIT
    for probe in 1 2 3 4 5 6 7 8; do
      sleep 30 >/dev/null &
      probes="$probes $!"
    done
    kill -KILL $probes
    wait
    echo yes
  )
  [ -n "$has_room" ] || exit 1
fi
uid=$(id -u)
state=${OVERDUE_STATE:-}
if [ -z "$state" ] && [ "$uid" = 0 ]; then
  state=/var/lib/overdue-exec
elif [ -z "$state" ]; then
  case ${HOME:-} in /*) state=$HOME/.local/state/overdue-exec ;; esac
fi
case $state in
  /*) mkdir -p -- "$state" 2>/dev/null && is_trusted "$state" ;;
  *) false ;;
esac || {
  warn "no log is sent and no report is kept: ${state:-the home folder} is not a folder with mode 700 that only this user can change, or not an absolute path"
  state=
}

# Without a place for the pipes, or a program for each end, the job keeps its outputs, and there is no log.
work=
if [ -n "$state" ] && command -v tail >/dev/null && command -v tee >/dev/null; then
  work=$state/run.$$
  rm -rf "$work"
  { mkdir "$work" && mkfifo "$work/out" "$work/err" "$work/log" && true >"$work/tail"; } 2>/dev/null || work=
fi

if [ -r /proc/sys/kernel/random/uuid ]; then read -r rid </proc/sys/kernel/random/uuid; else rid=$(hostname).$$.$(date +%s); fi
began=$(date +%s)
start=$state/$began.$$.1
[ -z "$early" ] || exit
# The shell redirects stdin of background commands, so the job gets it as descriptor 3.
exec 3<&0
# While the job runs, this shell only waits: bash forgets a SIGINT that comes as another program ends.
(
  shelter
  report_start
) 3<&- &
starting=$!
if [ -n "$work" ]; then
  # Open for both directions, the pipe needs no reader to be opened.
  exec 4<>"$work/log"
  tail -c "$log_bytes" <"$work/log" >"$work/tail" 2>/dev/null 3<&- 4<&- &
  reader=$!
  readers=$reader
  # As long as this shell holds the pipe open, `tail` waits for both outputs.
  exec 4>"$work/log"
  tee "$work/log" <"$work/out" 3<&- 4>&- &
  out=$!
  readers="$readers $out"
  tee "$work/log" <"$work/err" >&2 3<&- 4>&- &
  err=$!
  readers="$readers $err"
  run "$@" <&3 3<&- 4>&- >"$work/out" 2>"$work/err" &
else
  run "$@" <&3 3<&- &
fi
job=$!
exec 3<&-
[ -z "$early" ] || pass "$early" "$early_status"

await "$job"
exit_status=$status
ended=$(date +%s)
if [ -n "$work" ]; then
  # A job that could not open its outputs leaves readers that wait for it.
  { true; } 3<>"$work/out"
  { true; } 3<>"$work/err"
  await "$out"
  await "$err"
  exec 4>&-
  await "$reader"
fi
await "$starting"
(
  shelter
  report_end "$exit_status" "$ended" "${work:+"$work/tail"}"
)
[ -z "$work" ] || rm -rf "$work"
exit "$exit_status"
