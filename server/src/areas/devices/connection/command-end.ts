import { setTimeout as delay } from 'node:timers/promises'
import { shellCommand } from './quoting.ts'

/**
 * sshd does not end the processes of a session without a terminal. All descendants of a command have its name in their
 * environment; those that cleared it are found by parent, group or session.
 * `$1` is the name, `$2` the first process or empty.
 */
const script = String.raw`
name=$1 first=$2
find_processes() {
  pids=" "
  for path in $(grep -Fls -- "VERMILION_COMMAND=$name" /proc/[0-9]*/environ 2>/dev/null); do
    pid=${'$'}{path#/proc/}
    pids="$pids${'$'}{pid%/environ} "
  done
  live=
  grew=1
  while [ -n "$grew" ]; do
    grew=
    live=
    for file in /proc/[0-9]*/stat; do
      read -r line 2>/dev/null <"$file" || continue
      pid=${'$'}{line%% *}
      set -- ${'$'}{line##*) }
      [ "$1" = Z ] && continue
      case $pids in
        *" $pid "*) live="$live $pid"; continue ;;
        *" $2 "*|*" $3 "*|*" $4 "*) ;;
        *) [ -n "$first" ] && [ "$3" = "$first" ] || continue ;;
      esac
      pids="$pids$pid "
      live="$live $pid"
      grew=1
    done
  done
  [ -n "$live" ]
}
find_processes || exit 0
kill -TERM $live
for wait in 1 1 1; do
  sleep "$wait"
  find_processes || exit 0
done
for try in 1 2 3 4 5; do
  kill -KILL $live
  sleep 0.1 || sleep 1
  find_processes || exit 0
done
exit 1
`

interface EndingConnection {
  readonly isOpen: () => boolean
  run(order: {
    readonly argv: readonly [string, ...string[]]
    readonly timeout: number
    readonly isUrgent: true
  }): Promise<{ readonly code: number | null }>
}

/** Milliseconds for login, the script's waits, and an overloaded device. */
const patience = 30_000

/** sshd may release the slots of ended commands late. */
const attempts = 5
const attemptDelay = 1_000

export async function endCommand(
  connection: EndingConnection,
  { name, pid }: { name: string; pid?: number },
): Promise<boolean> {
  const argv = shellCommand(script, name, pid === undefined ? '' : String(pid))
  for (let attempt = 1; attempt <= attempts && connection.isOpen(); attempt += 1) {
    const result = await connection.run({ argv, timeout: patience, isUrgent: true }).catch(() => undefined)
    if (result?.code === 0) return true
    await delay(attemptDelay, undefined, { ref: false })
  }
  return false
}
