import { type DeviceConnection, diskSpaceFunctions, shellCommand } from '#areas/devices'
import { preamble } from './preamble.ts'
import type { DeviceScript } from './updater.ts'

export type SupervisedStep = 'install' | 'roll-back'

/** `none`: never started. `interrupted`: its supervisor is gone without an exit, after a power loss. */
export type StepState =
  | { readonly state: 'none' | 'running' | 'interrupted' }
  | { readonly state: 'ended'; readonly code: number }

export interface StepReport {
  readonly step: StepState
  readonly output: string
  readonly position: number
}

// Start time is field 22, the twentieth after the bracketed name.
const startedOf = `started_of() {
  read -r stat 2>/dev/null <"/proc/$1/stat" || return 1
  set -- \${stat##*) }
  shift 19
  echo "$1"
}
boot=$(cat /proc/sys/kernel/random/boot_id)
`
export const maxReportBytes = 65_536
const maxLogBytes = 1_048_576

/**
 * Runs a program once; survives the connection. FOLDER/begun has the supervisor's pid, start time and boot id; it is created
 * atomically, so that a second supervisor finds it and exits. FOLDER/end has the exit code.
 */
const supervise = `${startedOf}folder=$1 program=$2
shift 2
echo "$$ $(started_of $$) $boot" >"$folder/begun.$$" || exit 1
if ! ln "$folder/begun.$$" "$folder/begun" 2>/dev/null; then rm -f "$folder/begun.$$"; exit 1; fi
rm -f "$folder/begun.$$"
sync
# What it says may have no end, and the disk has one. What reads it goes on to the end, so that nothing waits for it.
mkfifo "$folder/output" 2>/dev/null
if [ -p "$folder/output" ]; then
  {
    head -c ${maxLogBytes} >"$folder/log"
    if [ "$(head -c 1 | wc -c)" -gt 0 ]; then
      echo '(what it wrote after that is not stored)' >>"$folder/log"
      cat >/dev/null
    fi
  } <"$folder/output" &
  reader=$!
  (cd "$folder" && exec sh -c "$program" sh "$@") </dev/null >"$folder/output" 2>&1
  code=$?
  # Whatever it has left running may hold its output open.
  for turn in 1 2 3 4 5 6 7 8 9 10; do
    kill -0 "$reader" 2>/dev/null || break
    sleep 0.1 2>/dev/null || sleep 1
  done
  rm -f "$folder/output"
else
  (cd "$folder" && exec sh -c "$program" sh "$@") </dev/null >"$folder/log" 2>&1
  code=$?
fi
sync
until printf '%s\\n' "$code" >"$folder/end.new" && mv -f "$folder/end.new" "$folder/end"; do
  [ -d "$folder" ] || exit 1
  sleep 1
done
sync
`

const begin = `${preamble}${diskSpaceFunctions}
folder=$vermilion_base/orders/$1/$2
shift 2
mkdir -p "$folder" || exit 1
if [ -e "$folder/begun" ]; then exit 0; fi
supervisor=$1
shift
detach=
if command -v setsid >/dev/null; then detach=setsid; elif command -v nohup >/dev/null; then detach=nohup; fi
$detach sh -c "$supervisor" sh "$folder" "$@" </dev/null >/dev/null 2>&1 &
for turn in 1 2 3 4 5; do
  if [ -e "$folder/begun" ]; then exit 0; fi
  sleep 0.1 2>/dev/null || sleep 1
done
full=$(sayFullDisk "$vermilion_base" 2>&1)
[ -z "$full" ] || [ -e "$folder/begun" ] || { echo "$full" >&2; exit 1; }
`

/** `$3`: seconds to wait for the end; `$4`: known output bytes. */
const report = `${preamble}${startedOf}
folder=$vermilion_base/orders/$1/$2
is_running() {
  read -r pid started begun_boot <"$folder/begun" && [ "$begun_boot" = "$boot" ] || return 1
  # Its program may outlive a supervisor that was killed, in the group that was its.
  [ "$(started_of "$pid")" = "$started" ] || kill -0 "-$pid" 2>/dev/null
}
state=none
turns=$(($3 * 5))
while :; do
  if [ -e "$folder/end" ]; then state=ended; break; fi
  [ -e "$folder/begun" ] || break
  if ! is_running; then
    # It may have ended since the look at its end.
    if [ -e "$folder/end" ]; then state=ended; else state=interrupted; fi
    break
  fi
  state=running
  [ "$turns" -gt 0 ] || break
  turns=$((turns - 1))
  sleep 0.2 2>/dev/null || { sleep 1; turns=$((turns - 4)); }
done
code=
if [ "$state" = ended ]; then read -r code <"$folder/end"; fi
echo "$state $code"
if [ -e "$folder/log" ]; then tail -c "+$(($4 + 1))" "$folder/log" | head -c ${maxReportBytes}; fi
:`

const setAside = `${preamble}
folder=$vermilion_base/orders/$1
number=1
while [ -e "$folder/$2.interrupted-$number" ]; do number=$((number + 1)); done
mv "$folder/$2" "$folder/$2.interrupted-$number" && echo "$number"`

const end = `${preamble}
read -r pid rest <"$vermilion_base/orders/$1/$2/begun" && kill -KILL "-$pid" 2>/dev/null || kill -KILL "$pid"
:`

interface ScriptOptions {
  readonly timeout?: number
  readonly signal?: AbortSignal | undefined
  readonly leavesBehind?: boolean
}

async function runScript(
  connection: DeviceConnection,
  script: string,
  values: readonly string[],
  { timeout = usualTimeout, signal, leavesBehind = false }: ScriptOptions = {},
) {
  const ending = signal === undefined ? {} : { signal }
  const result = await connection.run({
    argv: shellCommand(script, ...values),
    timeout,
    maxOutputBytes: 262_144,
    leavesBehind,
    ...ending,
  })
  if (result.code !== 0) {
    const message = result.errors.toString('utf8').trim().slice(0, 500)
    throw new StepFailed(message === '' ? `a command ended with ${result.code ?? result.signal ?? '?'}` : message)
  }
  return result.output
}

/** The product's own action on a device failed: no space, permission or program. */
export class StepFailed extends Error {}

const usualTimeout = 30_000

export async function beginStep(
  connection: DeviceConnection,
  { orderId, step, program }: { orderId: string; step: SupervisedStep; program: DeviceScript },
): Promise<void> {
  const values = [orderId, step, supervise, program.script, ...program.values]
  await runScript(connection, begin, values, { leavesBehind: true })
}

export async function stepReport(
  connection: DeviceConnection,
  {
    orderId,
    step,
    waitSeconds,
    position,
    signal,
  }: { orderId: string; step: SupervisedStep; waitSeconds: number; position: number; signal?: AbortSignal },
): Promise<StepReport> {
  const values = [orderId, step, String(waitSeconds), String(position)]
  const output = await runScript(connection, report, values, { timeout: usualTimeout + waitSeconds * 1_000, signal })
  const lineEnd = output.indexOf(0x0a)
  const [state = '', code = ''] = output.toString('utf8', 0, lineEnd).split(' ')
  const log = output.subarray(lineEnd + 1)
  const end = { output: log.toString('utf8'), position: position + log.length }
  if (state === 'ended') return { step: { state, code: Number(code) }, ...end }
  if (state !== 'none' && state !== 'running' && state !== 'interrupted') throw new StepFailed(`it said ${state}`)
  return { step: { state }, ...end }
}

export async function setStepAside(connection: DeviceConnection, orderId: string, step: SupervisedStep) {
  return Number((await runScript(connection, setAside, [orderId, step])).toString('utf8'))
}

export const endStep = async (connection: DeviceConnection, orderId: string, step: SupervisedStep): Promise<void> =>
  void (await runScript(connection, end, [orderId, step]))

/** For programs that are read-only or idempotent. */
export async function runProgram(connection: DeviceConnection, { script, values }: DeviceScript): Promise<string> {
  return (await runScript(connection, script, values)).toString('utf8')
}
