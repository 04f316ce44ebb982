export type RunHandle = string

export const handleOf = (name: string, key: string): RunHandle => `${name}/${key}`

/** `lost` means an unknown exit: neither failed nor succeeded. */
export type RunPhase = 'running' | 'ended' | 'lost'

export interface RunExit {
  code: number
  signal: string | null
  /** True after an out-of-memory kill; null when unknown. */
  outOfMemory: boolean | null
}

export interface InstanceStatus {
  name: string
  role: string
  index: number
  phase: RunPhase
  startedAt: Date | null
  endedAt: Date | null
  exit: RunExit | null
  restarts: number
  instanceIp: string | null
  hostIp: string | null
}

export interface RunStatus {
  handle: RunHandle
  /** Running while any instance runs; lost when one is lost. */
  phase: RunPhase
  startedAt: Date | null
  endedAt: Date | null
  /** Exit of the first failed instance, or else of the first one. Only in phase `ended`. */
  exit: RunExit | null
  instances: InstanceStatus[]
  /** True when unreachable: this is the last known state. */
  isAway?: boolean
}

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

/** One instance failed while others still run: they wait for it in vain. */
export function isBroken({ phase, instances }: RunStatus): boolean {
  const isBad = (one: InstanceStatus) => one.phase === 'lost' || (one.exit !== null && one.exit.code !== 0)
  return phase === 'running' && instances.some(isBad)
}
