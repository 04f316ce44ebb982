import type { ExecutorKind } from '@vermilion/contract/resources/executors'
import type { RunSpec } from './run-spec.ts'
import type { RunHandle, RunStatus } from './run-status.ts'
import type { Terminal, TerminalOrder } from '#platform/terminals/terminal'

/** `enforced` holds whatever the command does, `advisory` only when it listens, `none` not at all. */
export type Enforcement = 'enforced' | 'advisory' | 'none'

/** What an executor can do. Shared code asks here and never compares kinds. */
export interface ExecutorCapabilities {
  /** Runs come out of an image, so a run must name one; without it a run must not. */
  images: boolean
  /** Runs are on another machine, to which programs of this installation are sent with the data. */
  device: boolean
  /**
   * `bind` puts a source at any target; `in-place` shows it only where it lies; `relative` puts it at its target below the
   * folder that commands start in.
   */
  mounts: 'bind' | 'in-place' | 'relative'
  /** How well a run is kept to its limits. */
  limits: { cpu: Enforcement; memory: Enforcement; processes: Enforcement }
  /** Networks that a run may have; the first is the usual one. */
  networks: readonly [RunSpec['network'], ...RunSpec['network'][]]
  /** What a run started ends with it, also what has left its session. */
  containsEscapes: boolean
  /** Accelerators that are not in its capacity may be asked for by their numbers all the same. */
  numbersAccelerators: boolean
  /** Whether `open` gives a terminal. */
  terminal: boolean
  /** Whether there is `usage`. */
  usage: boolean
  /** Whether runs go on while no server is there. */
  survivesServerRestart: boolean
}

/** One accelerator of the machine. Its type is its product's name. */
export interface Accelerator {
  type: string
  index: number
  memoryBytes: number | null
}

/** What there is to give out, whether it is in use or not. */
export interface Capacity {
  /** Processors, also a part of one. */
  cpu: number
  memoryBytes: number
  accelerators: Accelerator[]
  /** What of it nobody uses at this moment, whoever uses the rest; left out where the executor does not tell. */
  free?: { cpu: number; memoryBytes: number }
}

export interface LogPart {
  bytes: Buffer
  /** Where the bytes begin. */
  offset: number
  /** Bytes of the whole log at the time of reading. */
  size: number
}

/** What a start does before anything runs, such as the fetching of an image. */
export interface StartProgress {
  done: number
  total: number
  unit: 'bytes'
}

export interface StartOptions {
  /** Gives the start up; nothing of the run is left. */
  signal?: AbortSignal
  onProgress?: (progress: StartProgress) => void
}

export interface ImageFacts {
  /** Of its content: what has another one is another image. */
  digest: string
  bytes: number
}

/** What a run has used since it began, all its instances together. Null where that cannot be told. */
export interface RunUsage {
  cpuSeconds: number
  /** Held now. */
  memoryBytes: number
  disk: { readBytes: number; writtenBytes: number } | null
  /** Of the run's own network, or of the whole machine where it has none of its own. */
  network: { of: 'run' | 'machine'; receivedBytes: number; sentBytes: number } | null
  /** What the run's accelerators do now. */
  accelerators: AcceleratorUsage[]
}

export interface AcceleratorUsage {
  index: number
  /** Part of the time that it was at work, from 0 to 1. */
  utilization: number
  memoryBytes: number
}

/**
 * Something that runs commands outside the server. Statuses are asked for and are the only truth; a wake-up merely says
 * that asking is worth while, may come early, twice or not at all. An instance is named as its status names it.
 */
export interface Executor {
  readonly kind: ExecutorKind
  readonly capabilities: ExecutorCapabilities
  /** What it runs things on. Executors that name the same share its accelerators. */
  readonly machine: string
  capacity(): Promise<Capacity>
  /** What stands in the way of running this, in words for a person; empty when nothing does. */
  check(spec: RunSpec): Promise<string[]>
  /** The digest of the image that a run came out of; null where it is not known any more. Only where `bring` is. */
  imageDigest?(handle: RunHandle): Promise<string | null>
  /** Fetches an image unless it is there, and answers what it is. Only where runs come out of images. */
  bring?(image: string, options?: StartOptions): Promise<ImageFacts>
  /**
   * Starts all instances of a run, or none. The key names the run: a second start with the same key finds the first run
   * and completes it where it was cut off. Its handle is `handleOf` of name and key. Fails with what `isPassing` tells from
   * the rest where it may succeed later.
   */
  start(spec: RunSpec, key: string, options?: StartOptions): Promise<RunHandle>
  /** A run that is not known, or is cleaned up, is lost and has no instances. */
  status(handle: RunHandle): Promise<RunStatus>
  /** Every run that is not cleaned yet, whoever started it. */
  list(): Promise<RunStatus[]>
  /**
   * A part of an instance's log by byte offset; a negative offset counts from the end. Null while there is no log. Runs
   * of one name share one log an instance, which outlives `clean`.
   */
  logs(handle: RunHandle, instance: string, part: { offset: number; limit: number }): Promise<LogPart | null>
  /** The file on this machine that holds the log of an instance; up to date after `logs`. */
  logFile(handle: RunHandle, instance: string): string
  /** A terminal inside a running instance, with its folder, environment and limits. It ends with the instance. */
  open(handle: RunHandle, instance: string, order: TerminalOrder): Promise<Terminal>
  /** What a running run uses; null for one that is over. Only where the capabilities say so. */
  usage?(handle: RunHandle): Promise<RunUsage | null>
  /** Calls `wake` when the run may have changed, also for runs that another process started. Returns how to stop that. */
  adopt(handle: RunHandle, wake: () => void): () => void
  /** Asks the whole run to end, and after the grace ends it by force. Resolves when it is over. May be called again. */
  stop(handle: RunHandle, options: { graceSeconds: number }): Promise<void>
  /** Forgets a run that is over, with what it left in the process table. Its logs and results stay. */
  clean(handle: RunHandle): Promise<void>
}
