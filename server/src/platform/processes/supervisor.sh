#!/bin/sh
# Runs one command, outlives the server that asked for it, and writes down how the command ended.
# Usage: supervisor.sh FOLDER COMMAND [ARGUMENT...], as the leader of a session of its own, with descriptor 3 open.
#
# FOLDER/identity  pid, start time and boot of this supervisor, one a line. It appears whole or not at all, and only
#                  once: a second supervisor for the same folder finds it there and leaves without running anything.
# FOLDER/exit      exit code of the command, 128+n after signal n. Appears whole, by rename.
# Descriptor 3 closes as soon as the identity is there, or was there already.
set -u
folder=$1
shift

started() {
  if [ -r "/proc/$$/stat" ]; then
    read -r stat <"/proc/$$/stat"
    # The name in brackets may hold spaces, so count from behind it: field 22 of the line is the start time.
    set -- ${stat##*) }
    shift 19
    echo "$1"
  else
    LC_ALL=C ps -o lstart= -p $$
  fi
}

boot() {
  cat /proc/sys/kernel/random/boot_id 2>/dev/null || sysctl -n kern.bootsessionuuid
}

record() {
  printf '%s\n' "$1" >"$folder/exit.new" && mv -f "$folder/exit.new" "$folder/exit"
}

# A stop signals the whole group. The command answers it; a trap (not an ignored signal, which the command would
# inherit) lets this shell live on to see how.
trap : TERM INT HUP

printf '%s\n%s\n%s\n' "$$" "$(started)" "$(boot)" >"$folder/identity.$$" || exit 1
if ! ln "$folder/identity.$$" "$folder/identity"; then
  rm -f "$folder/identity.$$"
  exit 1
fi
rm -f "$folder/identity.$$"
exec 3>&-

"$@"
code=$?
# The log is the command's: what happens to this shell from here on is not told there.
exec 1>/dev/null 2>&1

# On a full disk this waits for room: an end that is not written down would be taken for a lost run.
until record "$code"; do
  [ -d "$folder" ] || break
  sleep 1
done
# What the command left behind in its group ends with it, and this shell too.
kill -KILL 0
