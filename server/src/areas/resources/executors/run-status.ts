/** Opaque text that finds a run again after a restart of the server. */
export type RunHandle = string

/** The handle that the run of a name and a key has, or will have once it is started. */
export const handleOf = (name: string, key: string): RunHandle => `${name}/${key}`

/** `lost` is a state of its own: nobody knows how the command ended, so it neither failed nor succeeded. */
export type RunPhase = 'running' | 'ended' | 'lost'

export interface RunExit {
  /** 128+n after signal n. */
  code: number
  signal: string | null
  /** Whether a process of it was ended for want of memory; null where nobody can tell. */
  outOfMemory: boolean | null
}

export interface InstanceStatus {
  /** `<run name>-<role>-<index>` */
  name: string
  role: string
  index: number
  phase: RunPhase
  startedAt: Date | null
  endedAt: Date | null
  /** Only in phase `ended`. */
  exit: RunExit | null
  /** Times that the executor itself started it again. */
  restarts: number
  instanceIp: string | null
  hostIp: string | null
}

export interface RunStatus {
  handle: RunHandle
  /** Running while any instance runs; lost when one of them is. */
  phase: RunPhase
  startedAt: Date | null
  endedAt: Date | null
  /** That of the instance that failed first; of the first instance when none failed. Only in phase `ended`. */
  exit: RunExit | null
  instances: InstanceStatus[]
  /** It cannot be asked for now: this is what was last seen. */
  isAway?: boolean
}

/** The status of a run as its instances make it. */
export function runOf(handle: RunHandle, instances: InstanceStatus[]): RunStatus {
  const phase = phaseOf(instances)
  const starts = instances.flatMap(({ startedAt }) => (startedAt ? [Number(startedAt)] : []))
  const ends = instances.flatMap(({ endedAt }) => (endedAt ? [Number(endedAt)] : []))
  const failed = instances
    .filter(({ exit }) => exit !== null && exit.code !== 0)
    .toSorted((one, other) => Number(one.endedAt) - Number(other.endedAt))
  return {
    handle,
    phase,
    startedAt: starts.length === 0 ? null : new Date(Math.min(...starts)),
    endedAt: phase === 'ended' ? new Date(Math.max(...ends)) : null,
    exit: phase === 'ended' ? ((failed[0] ?? instances[0])?.exit ?? null) : null,
    instances,
  }
}

function phaseOf(instances: readonly InstanceStatus[]): RunPhase {
  if (instances.some(({ phase }) => phase === 'running')) return 'running'
  return instances.length === 0 || instances.some(({ phase }) => phase === 'lost') ? 'lost' : 'ended'
}

/** One instance is over and did not succeed while others go on: they wait for it in vain. */
export function isBroken({ phase, instances }: RunStatus): boolean {
  const isBad = (one: InstanceStatus) => one.phase === 'lost' || (one.exit !== null && one.exit.code !== 0)
  return phase === 'running' && instances.some(isBad)
}
