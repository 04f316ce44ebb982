#!/bin/sh
# Runs one command, outlives the server that asked for it, and writes down how the command ended.
# Usage: supervisor.sh FOLDER COMMAND [ARGUMENT...], as the leader of a session of its own, with descriptor 3 open.
#
# FOLDER/identity  pid, start time and boot of this supervisor, one a line. It appears whole or not at all, and only
#                  once: a second supervisor for the same folder finds it there and leaves without running anything.
# FOLDER/waits-for when it is there, holds a path in one line: the command starts once something is at that path.
# FOLDER/groups    when it is there, paths of cgroups, one a line. The command runs in them and this shell outside; what is
#                  left in them when the command has ended ends too, in whatever session it is.
# FOLDER/exit      exit code of the command, 128+n after signal n; then, where the cgroups tell, how many of its
#                  processes were ended for want of memory. Appears whole, by rename.
# Descriptor 3 closes as soon as the identity is there, or was there already.
#
# The command's environment is this shell's own, so no variable here may bear a name that the command could be given:
# all begin with _supervisor_. PATH is set aside until the command starts.
set -u
_supervisor_folder=$1
_supervisor_path=${PATH-}
shift
PATH=/usr/local/bin:/usr/bin:/bin

started() {
  if [ -r "/proc/$$/stat" ]; then
    read -r _supervisor_stat <"/proc/$$/stat"
    # The name in brackets may hold spaces, so count from behind it: field 22 of the line is the start time.
    set -- ${_supervisor_stat##*) }
    shift 19
    echo "$1"
  else
    LC_ALL=C ps -o lstart= -p $$
  fi
}

boot() {
  cat /proc/sys/kernel/random/boot_id 2>/dev/null || sysctl -n kern.bootsessionuuid
}

# Calls a function with each cgroup; fails as soon as one call does.
groups() {
  [ -e "$_supervisor_folder/groups" ] || return 0
  while read -r _supervisor_group; do
    "$1" "$_supervisor_group" || return 1
  done <"$_supervisor_folder/groups"
}

# The process that writes 0 joins: the subshell, which then becomes the command.
join() {
  echo 0 >"$1/cgroup.procs"
}

killed() {
  for _supervisor_file in "$1/memory.events" "$1/memory.oom_control"; do
    [ -r "$_supervisor_file" ] || continue
    while read -r _supervisor_word _supervisor_count; do
      if [ "$_supervisor_word" = oom_kill ]; then echo "$_supervisor_count"; fi
    done <"$_supervisor_file"
  done
}

# Without room for another process what is there cannot fork away from the blows.
sweep() {
  [ -d "$1" ] || return 0
  if [ -w "$1/cgroup.kill" ]; then echo 1 >"$1/cgroup.kill"; fi
  if [ -w "$1/pids.max" ]; then echo 0 >"$1/pids.max"; fi
  for _supervisor_round in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    _supervisor_members=$(cat "$1/cgroup.procs")
    if [ -z "$_supervisor_members" ] && rmdir "$1"; then break; fi
    if [ -n "$_supervisor_members" ]; then kill -KILL $_supervisor_members; fi
    sleep 0.02
  done
}

record() {
  printf '%s\n%s\n' "$1" "$2" >"$_supervisor_folder/exit.new" && mv -f "$_supervisor_folder/exit.new" "$_supervisor_folder/exit"
}

# Stopped before the command has started: nothing will.
trap 'groups sweep; record 143 ""; exit' TERM INT HUP

printf '%s\n%s\n%s\n' "$$" "$(started)" "$(boot)" >"$_supervisor_folder/identity.$$" || exit 1
if ! ln "$_supervisor_folder/identity.$$" "$_supervisor_folder/identity"; then
  rm -f "$_supervisor_folder/identity.$$"
  exit 1
fi
rm -f "$_supervisor_folder/identity.$$"
exec 3>&-

if [ -e "$_supervisor_folder/waits-for" ]; then
  read -r _supervisor_go <"$_supervisor_folder/waits-for"
  until [ -e "$_supervisor_go" ]; do sleep 0.05; done
fi

# A stop signals the whole group. The command answers it; a trap (not an ignored signal, which the command would
# inherit) lets this shell live on to see how.
trap : TERM INT HUP

(
  groups join || exit 126
  PATH=$_supervisor_path
  exec "$@"
)
_supervisor_code=$?
# The log is the command's: what happens to this shell from here on is not told there.
exec 1>/dev/null 2>&1
_supervisor_killed=$(groups killed)
groups sweep

# On a full disk this waits for room: an end that is not written down would be taken for a lost run.
until record "$_supervisor_code" "$_supervisor_killed"; do
  [ -d "$_supervisor_folder" ] || break
  sleep 1
done
# What the command left behind in its group ends with it, and this shell too.
kill -KILL 0
