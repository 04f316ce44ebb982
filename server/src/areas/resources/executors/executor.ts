/** What an executor can do. Shared code asks here and never compares kinds. */
export interface ExecutorCapabilities {
  /** Whether runs go on while no server is there. */
  survivesServerRestart: boolean
  /** How well a run is kept to its limits of memory and processors. */
  limits: 'enforced' | 'advisory' | 'none'
}

/** One command to run. */
export interface RunSpec {
  /** What the run is of. Runs of one name follow one another and share one log. Letters, digits, `.`, `_` and `-`. */
  name: string
  /** The program by absolute path, then its arguments. They reach the program exactly; no shell reads them. */
  argv: readonly [string, ...string[]]
  /** The whole environment of the command. */
  environment: Readonly<Record<string, string>>
  /** Where the command starts. Must exist. */
  workingFolder: string
}

/** Opaque text that finds a run again after a restart of the server. */
export type RunHandle = string

/** `lost` is a state of its own: nobody knows how the command ended, so it neither failed nor succeeded. */
export type RunPhase = 'running' | 'ended' | 'lost'

export interface RunStatus {
  handle: RunHandle
  phase: RunPhase
  startedAt: Date | null
  endedAt: Date | null
  /** How the command ended: 128+n after signal n. Only in phase `ended`. */
  exit: { code: number; signal: string | null } | null
}

export interface RunInstance {
  role: string
  name: string
  instanceIp: string
  hostIp: string
}

export interface LogPart {
  bytes: Buffer
  /** Where the bytes begin. */
  offset: number
  /** Bytes of the whole log at the time of reading. */
  size: number
}

/**
 * Something that runs commands outside the server. Statuses are asked for and are the only truth; a wake-up merely says
 * that asking is worth while, may come early, twice or not at all.
 */
export interface Executor {
  readonly kind: string
  readonly capabilities: ExecutorCapabilities
  /** What stands in the way of running this, in words for a person; empty when nothing does. */
  check(spec: RunSpec): Promise<string[]>
  /** Starts a run. The key names it: a second start with the same key finds the first run and starts nothing. */
  start(spec: RunSpec, key: string): Promise<RunHandle>
  status(handle: RunHandle): Promise<RunStatus>
  /** Every run that is not cleaned yet, whoever started it. */
  list(): Promise<RunStatus[]>
  instances(handle: RunHandle): RunInstance[]
  /** A part of the run's log by byte offset; a negative offset counts from the end. Null while there is no log. */
  logs(handle: RunHandle, part: { offset: number; limit: number }): Promise<LogPart | null>
  /** Calls `wake` when the run may have ended, also for runs that another process started. Returns how to stop that. */
  adopt(handle: RunHandle, wake: () => void): () => void
  /** Asks the whole run to end, and after the grace ends it by force. Resolves when it is over. May be called again. */
  stop(handle: RunHandle, options: { graceSeconds: number }): Promise<void>
  /** Forgets a run that is over, with what it left in the process table. Its log and results stay. */
  clean(handle: RunHandle): Promise<void>
}
