export type RunHandle = string

export const handleOf = (name: string, key: string): RunHandle => `${name}/${key}`

/**
 * `queued` waits for a place in the engine's own queue, `starting` has a place and is made ready. `lost` means an unknown exit:
 * neither failed nor succeeded.
 */
export type RunPhase = 'queued' | 'starting' | 'running' | 'ended' | 'lost'

/** True once the engine will not change the phase any more. */
export const isOver = (phase: RunPhase): boolean => phase === 'ended' || phase === 'lost'

/** Why an instance does not run yet, or ended against its will. */
export const runConditions = [
  'unschedulable',
  'priority',
  'held',
  'quota',
  'fetching-image',
  'image-unavailable',
  'fetching-data',
  'volume-unavailable',
  'evicted',
  'preempted',
  'node-lost',
  'time-limit',
  'start-failed',
] as const
export type RunConditionName = (typeof runConditions)[number]

export interface RunCondition {
  name: RunConditionName
  /** The engine's own words, such as `0/2 nodes are available: 2 Insufficient nvidia.com/gpu`. */
  detail: string
}

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
  /** Name of the cluster's node; absent where there is only one machine. */
  node?: string | null
  /** Null or absent when there is nothing to say. */
  condition?: RunCondition | null
}

export interface RunStatus {
  handle: RunHandle
  /** Running while any instance runs; before that starting or queued; lost when one is lost. */
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
  const failed = firstOf(instances.filter(({ exit }) => exit !== null && exit.code !== 0))
  return {
    handle,
    phase,
    startedAt: starts.length === 0 ? null : new Date(Math.min(...starts)),
    endedAt: phase === 'ended' ? new Date(Math.max(...ends)) : null,
    exit: phase === 'ended' ? ((failed ?? instances[0])?.exit ?? null) : null,
    instances,
  }
}

function phaseOf(instances: readonly InstanceStatus[]): RunPhase {
  const goesOn = (['running', 'starting', 'queued'] as const).find((each) =>
    instances.some(({ phase }) => phase === each),
  )
  if (goesOn !== undefined) return goesOn
  return instances.length === 0 || instances.some(({ phase }) => phase === 'lost') ? 'lost' : 'ended'
}

const isBad = ({ phase, exit }: InstanceStatus) => phase === 'lost' || (exit !== null && exit.code !== 0)

const firstOf = (instances: readonly InstanceStatus[]) =>
  instances.toSorted((one, other) => Number(one.endedAt) - Number(other.endedAt))[0]

/** The others were ended because of it, or failed without it. */
export const firstFailed = ({ instances }: RunStatus): InstanceStatus | undefined => firstOf(instances.filter(isBad))

/** One instance failed while others still run: they wait for it in vain. */
export const isBroken = ({ phase, instances }: RunStatus): boolean => !isOver(phase) && instances.some(isBad)
