import { addressCommands } from '../port/address-commands.ts'
import type { RunSpec } from '../port/run-spec.ts'

/**
 * POSIX sh, constant: what users type reaches it through files of the job's folder, where it starts. There are
 * `launch`, which sets the arguments of `srun`; `instances`, one a line by rank; shell commands of quoted words:
 * `<instance>.environment`, `place` and `command`; `watch`, where signals are files `TERM` and `KILL`; `<instance>.log`; `job`, a
 * link that names the one job that may run here; a folder for each time that Slurm starts the job, by its number from 0, with
 * `<instance>.begun`, `<instance>.exit` and `<instance>.problem`; and `done` once all have ended by themselves: the number and the
 * exit of `srun`.
 */
export const jobScript = String.raw`#!/bin/sh
[ -f launch ] || { echo "the shared folder is not on $(hostname) at $PWD" >&2; exit 1; }
ln -s "$SLURM_JOB_ID" job 2> /dev/null
[ "$(readlink job)" = "$SLURM_JOB_ID" ] && [ ! -f done ] || exit 0
attempt=$((SLURM_RESTART_COUNT + 0))
mkdir -p "$attempt" || exit 1
# A signal to the whole job comes from Slurm, which then knows best how the job ends.
told=
trap 'told=yes' TERM
# Since 22.05 a step does not inherit this.
[ -z "$SLURM_CPUS_PER_TASK" ] || export SRUN_CPUS_PER_TASK="$SLURM_CPUS_PER_TASK"
. ./launch
srun "$@" &
step=$!
while :; do
  wait "$step"; code=$?
  kill -0 "$step" 2> /dev/null || break
done
# Whether all ended by themselves: a node may have failed, and Slurm tells the instances before this script.
areOver() {
  ls "$attempt" > /dev/null
  while read -r instance; do [ -f "$attempt/$instance.exit" ] || return 1; done < instances
}
rounds=0
until [ -n "$told" ] || [ -f stop ] || [ $rounds = 20 ]; do
  areOver && ! grep -q signalled "$attempt"/*.exit && break
  rounds=$((rounds + 1))
  sleep 0.1 2> /dev/null || sleep 1
done
[ -z "$told" ] || exit "$code"
[ -f stop ] || areOver || exit "$code"
rm -f ./*.environment
echo "$attempt $code" > done.new && mv done.new done
exit "$code"
`

/** Runs once for each instance, and lives on to see how its command ends. */
export const instanceScript = String.raw`
instance=$(sed -n "$((SLURM_PROCID + 1))p" instances)
[ -n "$instance" ] || exit 1
attempt=$((SLURM_RESTART_COUNT + 0))
own="$attempt/$instance"
signalled=
record() { echo "$1 $signalled" > "$own.new" && mv "$own.new" "$own.exit"; }
# Stopped before the command has started: nothing will.
trap 'record 143; exit 143' TERM INT
address=$SLURM_LAUNCH_NODE_IPADDR
[ "$SLURM_NODEID" = 0 ] || address=$(hostname -I 2> /dev/null | cut -d ' ' -f 1)
{
  for name in CUDA_VISIBLE_DEVICES ROCR_VISIBLE_DEVICES HIP_VISIBLE_DEVICES ZE_AFFINITY_MASK ASCEND_RT_VISIBLE_DEVICES; do
    eval "value=\${$name-}"
    [ -z "$value" ] || echo "export $name='$value'"
  done
} > "$own.variables"
: >> "$instance.log"
printf '%s\n%s\n%s\n' "$SLURMD_NODENAME" "$address" "$SLURM_STEP_ID" > "$own.new" && mv "$own.new" "$own.begun" || exit 1
# All have been started at once, and know one another's addresses as soon as all files are there.
addressesOfAll() {
  ls "$attempt" > /dev/null
  while read -r one; do sed -n 2p "$attempt/$one.begun" 2> /dev/null | grep . || return 1; done < instances
}
rounds=0 addresses=
until [ "$SLURM_NTASKS" = 1 ] || [ -f stop ] || addresses=$(addressesOfAll); do
  rounds=$((rounds + 1))
  [ $rounds -lt 600 ] || { echo "not all instances have begun on their nodes" > "$own.problem"; record 1; exit 1; }
  sleep 0.1 2> /dev/null || sleep 1
done
[ -z "$addresses" ] || echo "_supervisor_addresses='$(echo $addresses)'" >> "$own.variables"
[ ! -f stop ] || { record 143; exit 143; }
# A trap, unlike an ignored signal, is not inherited: the command answers it, and this shell sees how.
trap 'signalled=signalled' TERM
trap : INT HUP USR1 USR2
exec 2> /dev/null
watcher=
[ ! -f watch ] || {
  # The process group is the step's on this node.
  (trap : TERM; for name in TERM KILL; do until ls > /dev/null && [ -f $name ]; do sleep 1; done; kill -$name 0; done) &
  watcher=$!
}
(
  exec >> "$instance.log" 2>&1 < /dev/null
  exec env -i /bin/sh ./enter "$instance" "$own"
)
code=$?
[ -z "$watcher" ] || kill -KILL "$watcher"
until record "$code"; do [ -d "$attempt" ] || break; sleep 1; done
exit "$code"
`

/**
 * Becomes the command of instance $1 with the variables beside $2, or what is given after these. No variable that the command
 * could be given is used.
 */
export const enterScript = (spec: RunSpec) => String.raw`
_supervisor_own="$PWD/$2"
_supervisor_fail() { echo "$2" >&2; echo "$2" > "$_supervisor_own.problem"; exit "$1"; }
. "./$1.environment"
. "./$2.variables"
if [ -n "$_supervisor_addresses" ]; then
VERMILION_ADDRESSES=$_supervisor_addresses
${addressCommands(spec, '$_supervisor_own')}
fi
. ./place
shift 2
if [ $# = 0 ]; then
  . "$OLDPWD/command"
  command -v "$1" > /dev/null || _supervisor_fail 127 "there is no program $1 on this node"
fi
exec "$@"
`
