import { diskSpaceFunctions } from '#areas/devices'

/**
 * POSIX sh with busybox's tools, in any account's login shell; all files are below `~/.vermilion`:
 * blobs/<sha256> is content by checksum, with suffix `.part` while it is copied;
 * runs/<name>/data/… are links to blobs, runs/<name>/output/… the results, runs/<name>/log the log;
 * runs/<name>/attempts/<key>/ has `supervisor` (its process) and `exit` (the command's exit).
 */
const prelude = String.raw`
${diskSpaceFunctions}set -u
umask 077
root="$HOME/.vermilion"
# Which process $1 is: a number is given to others later, also after the device has started again.
identity() {
  [ -r "/proc/$1/stat" ] || return 1
  read -r line < "/proc/$1/stat" || return 1
  set -- "$1" ${'$'}{line##*') '}
  echo "$1 ${'$'}{21} $(cat /proc/sys/kernel/random/boot_id)"
}
phaseOf() {
  if [ -f "$1/exit" ]; then echo ended
  elif [ -f "$1/supervisor" ] && read -r pid _ < "$1/supervisor" &&
    [ "$(identity "$pid")" = "$(cat "$1/supervisor")" ]; then echo running
  else echo lost; fi
}
sizeOf() { if [ -f "$1" ]; then echo $(($(wc -c < "$1"))); else echo 0; fi; }
sumOf() { sha256sum < "$1" | cut -d ' ' -f 1; }
`

/** Checks the blobs on standard input (`sha256 size`): reports the missing ones with their copied bytes, then the free KiB. */
export const missingScript = `${prelude}
mkdir -p "$root/blobs" "$root/runs" || exit 1
command -v sha256sum > /dev/null && command -v tar > /dev/null || { echo 'sha256sum or tar is missing' >&2; exit 1; }
while read -r sum size; do
  if [ -f "$root/blobs/$sum" ] && [ "$(sizeOf "$root/blobs/$sum")" = "$size" ]; then touch "$root/blobs/$sum"
  else echo "$sum $(sizeOf "$root/blobs/$sum.part")"; fi
done
for incoming in "$root"/incoming.*; do
  # Of a connection that was lost with the power.
  [ -d "/proc/\${incoming##*.}" ] || rm -rf "$incoming"
done
# What nobody has asked for in two months; a clock that is wrong by years costs a transfer, and nothing else.
find "$root/blobs" -type f -mtime +60 -exec rm -f {} + 2> /dev/null
echo "free $(freeOf "$root")"
exit 0
`

/** Appends standard input to a blob ($1: sha256, $2: its size). A partial blob stays. */
export const appendScript = `${prelude}
part="$root/blobs/$1.part"
cat >> "$part" || {
  # A full disk is not left full of what nobody can use.
  sayFullDisk "$root"
  rm -f "$part"
  exit 1
}
[ "$(sizeOf "$part")" -ge "$2" ] || exit 8
if [ "$(sumOf "$part")" = "$1" ]; then mv "$part" "$root/blobs/$1"; else rm -f "$part"; exit 9; fi
`

/** Unpacks a tar of blobs from standard input. Complete ones stay after an interruption. */
export const unpackScript = `${prelude}
incoming="$root/incoming.$$"
mkdir -p "$incoming" && cd "$incoming" || exit 1
message=$(tar -xf - 2>&1)
code=$?
[ "$code" = 0 ] || { echo "$message" | tail -n 3 >&2; sayFullDisk "$root"; }
for file in *; do
  # The archive says no times.
  [ -f "$file" ] && [ "$(sumOf "$file")" = "$file" ] && touch "$file" && mv "$file" "$root/blobs/$file"
done
cd / && rm -rf "$incoming"
exit $code
`

/** Creates a run's data folder ($1) from the blobs on standard input: `sha256 path`. Reports the files' sizes. */
export const placeScript = `${prelude}
run="$root/runs/$1"
mkdir -p "$run/output" "$run/attempts" || exit 1
rm -rf "$run/data.new"
while read -r sum path; do
  case "$path" in */*) mkdir -p "$run/data.new/\${path%/*}" ;; *) mkdir -p "$run/data.new" ;; esac
  ln "$root/blobs/$sum" "$run/data.new/$path" 2> /dev/null || cp "$root/blobs/$sum" "$run/data.new/$path" || exit 1
done
if [ -d "$run/data" ]; then rm -rf "$run/data.new"; else mv "$run/data.new" "$run/data" || exit 1; fi
echo "$(sizeOf "$run/log") log"
for file in "$run/output"/*.jsonl; do [ -f "$file" ] && echo "$(sizeOf "$file") output/\${file##*/}"; done
exit 0
`

export const restoreScript = `${prelude}
file="$root/runs/$1/$2"
cat > "$file.new" && mv "$file.new" "$file" && exit
sayFullDisk "$root"
rm -f "$file.new"
exit 1
`

const maxLogMebibytes = 16
const fullLogLine = `The log has reached ${maxLogMebibytes} MiB, the most that a run on a device keeps: the rest is left out`

/**
 * Survives the connection and the server. $1: run, $2: key, then the command.
 * Its environment is in a variable, as shell commands: arguments are visible to every user of the device.
 */
export const supervisorScript = `${prelude}
cd "$root/runs/$1" || exit 1
attempt="attempts/$2"
# Whoever makes the folder is the only one that starts the command.
mkdir "$attempt" 2> /dev/null || exit 0
shift 2
environment=$VERMILION_ENVIRONMENT
unset VERMILION_ENVIRONMENT
# Room for how it ends, whatever fills the disk until then.
head -c 65536 /dev/zero > "$attempt/reserve"
identity $$ > "$attempt/who" && mv "$attempt/who" "$attempt/supervisor"
# Disks of boards are small: of a log that grows too large the rest is read and left out, and the command goes on.
keepLog() {
  (ulimit -c 0; ulimit -f ${maxLogMebibytes * 2_048}; exec cat) >> log 2> /dev/null || {
    printf '\\n%s\\n' '${fullLogLine}' >> log
    cat > /dev/null
  }
  : > "$attempt/logged"
}
log=log
if mkfifo "$attempt/pipe" 2> /dev/null; then
  log="$attempt/pipe"
  keepLog < "$log" &
fi
(eval "$environment"; exec "$@") >> "$log" 2>&1 < /dev/null &
child=$!
trap 'kill -TERM "$child" 2> /dev/null' TERM
while :; do
  wait "$child"; code=$?
  kill -0 "$child" 2> /dev/null || break
done
# What it wrote last is still on its way; who else writes into its log is not waited for.
tries=0
until [ "$log" = log ] || [ -f "$attempt/logged" ] || [ $tries -gt 20 ]; do
  tries=$((tries + 1)); sleep 0.1 2> /dev/null || sleep 1
done
full=
[ "$code" = 0 ] || full=$(sayFullDisk "$root" 2>&1)
rm -f "$attempt/reserve"
[ -z "$full" ] || echo "$full" >> log
until echo "$code" > "$attempt/code" && mv "$attempt/code" "$attempt/exit"; do
  [ -d "$attempt" ] || exit 1
  sleep 1
done
`

/**
 * Finds an attempt that was started. $1: run, $2: key, $3: supervisor, $4: program, then the command; its environment on standard
 * input.
 * Exit 127: the program is missing, with the tool that installs it.
 */
export const startScript = `${prelude}
cd "$root/runs/$1" || exit 1
run=$1 key=$2 supervisor=$3 program=$4
shift 4
if [ ! -d "attempts/$key" ] && ! command -v "$program" > /dev/null 2>&1; then
  for tool in apt-get apk opkg dnf pacman; do command -v "$tool" > /dev/null 2>&1 && { echo "$tool"; break; }; done
  exit 127
fi
[ -d "attempts/$key" ] || [ "$(freeOf "$root")" -ge 128 ] || { echo 'No space left on device' >&2; exit 1; }
VERMILION_ENVIRONMENT=$(cat)
export VERMILION_ENVIRONMENT
session=setsid
command -v setsid > /dev/null 2>&1 || session=nohup
"$session" sh -c "$supervisor" sh "$run" "$key" "$@" < /dev/null > /dev/null 2>&1 &
tries=0
until [ -f "attempts/$key/supervisor" ] || [ -f "attempts/$key/exit" ] || [ $tries -gt 50 ]; do
  tries=$((tries + 1)); sleep 0.1 2> /dev/null || sleep 1
done
[ -f "attempts/$key/supervisor" ] || [ -f "attempts/$key/exit" ] || { sayFullDisk "$root"; exit 1; }
`

/**
 * Reports an attempt's state and new output. $1: run, $2: key, $3: maximum bytes per file, $4: known files as \`
 * name=offset
 * name=checksum
 * \`: offsets of growing files, checksums of others.
 */
export const pollScript = `${prelude}
cd "$root/runs/$1" 2> /dev/null || { echo 'phase lost'; exit 0; }
echo "phase $(phaseOf "attempts/$2") $(cat "attempts/$2/exit" 2> /dev/null)"
knownOf() { case "$known" in *"|$1="*) value=\${known#*"|$1="}; echo "\${value%%|*}" ;; *) echo "$2" ;; esac; }
most=$3 known=$4
grown() {
  size=$(sizeOf "$2") offset=$(knownOf "$1" 0) length=0
  [ "$size" -gt "$offset" ] && length=$((size - offset))
  [ "$length" -gt "$most" ] && length=$most
  echo "grown $length $offset $size $1"
  [ "$length" -gt 0 ] && tail -c "+$((offset + 1))" "$2" | head -c "$length"
}
changed() {
  cat "$2" > seen 2> /dev/null || return
  sum=$(cksum < seen | tr -s ' \\t' '-')
  [ "$sum" = "$(knownOf "$1" none)" ] && return
  echo "whole $(sizeOf seen) $sum 0 $1"
  cat seen
}
[ -f log ] && grown log log
for file in output/*; do
  [ -f "$file" ] && [ ! -L "$file" ] || continue
  name=\${file##*/}
  case "$name" in *.new | *' '* | *'|'* | *'='*) ;; *.jsonl) grown "$name" "$file" ;; *) changed "$name" "$file" ;; esac
done
echo 'end'
`

/** $3: seconds until SIGKILL. $1: run, $2: key. */
export const stopScript = `${prelude}
attempt="$root/runs/$1/attempts/$2"
[ "$(phaseOf "$attempt")" = running ] || exit 0
read -r pid _ < "$attempt/supervisor"
kill -TERM "$pid" 2> /dev/null
waited=0
while [ "$(phaseOf "$attempt")" = running ] && [ $waited -lt "$3" ]; do sleep 1; waited=$((waited + 1)); done
[ "$(phaseOf "$attempt")" = running ] || exit 0
kill -s KILL -- "-$pid" 2> /dev/null || kill -s KILL "$pid"
sleep 1
[ -f "$attempt/exit" ] || echo 137 > "$attempt/exit"
`

/** Removes with the last attempt its run. $1: run, $2: key. */
export const cleanScript = `${prelude}
run="$root/runs/$1"
[ -d "$run" ] || exit 0
attempt="$run/attempts/$2"
if [ -f "$attempt/supervisor" ]; then
  read -r pid _ < "$attempt/supervisor"
  [ "$(phaseOf "$attempt")" = running ] && kill -s KILL -- "-$pid"
fi 2> /dev/null
rm -rf "$attempt"
rmdir "$run/attempts" 2> /dev/null
# A run that could not be placed may have none.
[ -d "$run/attempts" ] || rm -rf "$run"
exit 0
`

export const listScript = `${prelude}
for attempt in "$root"/runs/*/attempts/*; do
  [ -d "$attempt" ] || continue
  run=\${attempt%/attempts/*}
  echo "\${run##*/} \${attempt##*/} $(phaseOf "$attempt") $(cat "$attempt/exit" 2> /dev/null)"
done
exit 0
`
