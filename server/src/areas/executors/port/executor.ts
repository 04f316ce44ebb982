import type { ExecutorKind } from '@vermilion/contract/tasks/executors'
import type { Cluster } from '@vermilion/contract/tasks/pools'
import type { RunSpec } from './run-spec.ts'
import type { RunHandle, RunStatus } from './run-status.ts'
import type { Terminal, TerminalOrder } from '#platform/terminals/terminal'

/** Shared code asks for capabilities and never compares kinds. */
interface ExecutorCapabilities {
  /** True when runs need an image; otherwise they must not have one. */
  images: boolean
  /** Runs see the Python environments and the programs of this server's machine at their own paths. */
  environments: boolean
  /** Runs are on another machine, which receives built-in programs with the data. */
  device: boolean
  /**
   * `bind` mounts a source at any target; `in-place` shows it only at its own path; `relative` places it below the working
   * folder.
   */
  mounts: 'bind' | 'in-place' | 'relative'
  /** Limits that a run cannot exceed; the others are ignored. */
  enforces: { cpu: boolean; memory: boolean; processes: boolean }
  /** Available networks; the first is the default. */
  networks: readonly [RunSpec['network'], ...RunSpec['network'][]]
  /** The engine queues runs and gives accelerators out by kind and count: `start` hands a run over, and its status says the rest. */
  queues: boolean
  /** The executor gives several instances the variables of one another's addresses; otherwise all are on one machine. */
  addressesInstances: boolean
  containsEscapes: boolean
  numbersAccelerators: boolean
  terminal: boolean
  usage: boolean
}

export interface Accelerator {
  type: string
  index: number
  memoryBytes: number | null
}

export interface Capacity {
  cpu: number
  memoryBytes: number
  accelerators: Accelerator[]
  free?: { cpu: number; memoryBytes: number }
}

export interface LogPart {
  bytes: Buffer
  offset: number
  size: number
}

export interface StartProgress {
  done: number
  total: number
  unit: 'bytes'
}

export interface StartOptions {
  /** Cancels the start, leaving nothing behind. */
  signal?: AbortSignal
  onProgress?: (progress: StartProgress) => void
  /** An engine that queues gets the run once this has resolved. */
  inTurn?: () => Promise<void>
}

export interface ImageFacts {
  digest: string
  bytes: number
}

/** Usage of all instances since the start. Null for unknown values. */
export interface RunUsage {
  cpuSeconds: number
  memoryBytes: number
  disk: { readBytes: number; writtenBytes: number } | null
  /** Traffic of the run's own network, or else of the whole machine. */
  network: { of: 'run' | 'machine'; receivedBytes: number; sentBytes: number } | null
  accelerators: AcceleratorUsage[]
}

export interface AcceleratorUsage {
  index: number
  /** Busy share, 0 to 1. */
  utilization: number
  memoryBytes: number
}

/** The nodes and the queue of an engine; `handle` is null for runs of others. */
export interface ClusterReading extends Pick<Cluster, 'nodes' | 'missing'> {
  pending: { handle: RunHandle | null; reason: string }[]
}

/** Only a requested status is true; a wake-up is a hint to ask, and may come early, repeatedly or never. */
export interface Executor {
  readonly kind: ExecutorKind
  readonly capabilities: ExecutorCapabilities
  /** Executors with the same machine share its accelerators. */
  readonly machine: string
  capacity(): Promise<Capacity>
  /** Present for engines that queue. Call it only for somebody who looks. */
  cluster?(): Promise<ClusterReading>
  check(spec: RunSpec): Promise<string[]>
  /** Null when unknown. Present with `bring`. */
  imageDigest?(handle: RunHandle): Promise<string | null>
  /** Present for executors with images. Returns the facts of the image. */
  bring?(image: string, options?: StartOptions): Promise<ImageFacts>
  /**
   * All instances or none. A repeated start with the same key completes an interrupted one. The handle is `handleOf` of name and
   * key.
   */
  start(spec: RunSpec, key: string, options?: StartOptions): Promise<RunHandle>
  /** An unknown or cleaned run is `lost` without instances. */
  status(handle: RunHandle): Promise<RunStatus>
  /** All runs that are not cleaned, from any server and of any pool of the same place. Leaves their ends to `status`. */
  list(): Promise<RunStatus[]>
  /**
   * A negative offset counts from the end. Null while no log exists. Runs of one name share a log per instance, which survives
   * `clean`.
   */
  logs(handle: RunHandle, instance: string, part: { offset: number; limit: number }): Promise<LogPart | null>
  logFile(handle: RunHandle, instance: string): string
  open(handle: RunHandle, instance: string, order: TerminalOrder): Promise<Terminal>
  /** Null for an ended run. Present if the capabilities say so. */
  usage?(handle: RunHandle): Promise<RunUsage | null>
  /** Calls `wake` when the run may have changed, also for runs of other processes. Returns the unsubscribe function. */
  adopt(handle: RunHandle, wake: () => void): () => void
  /** Sends SIGTERM, and SIGKILL after the grace period. Resolves when the run has ended. Idempotent. */
  stop(handle: RunHandle, options: { graceSeconds: number }): Promise<void>
  /** Forgets an ended run and its processes. Logs and results stay. */
  clean(handle: RunHandle): Promise<void>
}
