import type { ExternalRuns, TaskRow, Tasks } from '#areas/tasks'
import type { Credential } from '#platform/http/handler'
import type { Mutex } from '#platform/mutex'

/** A task that keeps the values of runs: its own and those of its program, or as an external run alone. */
export interface CallContext {
  readonly task: TaskRow
  readonly series: Tasks['series']
  readonly output: string
  /** Makes a file of the task's folder outlive this machine. */
  keep(path: string): Promise<void>
  readonly prefixes: Map<string, string>
  /** Serializes changes that depend on existing data. */
  readonly changing: Mutex
  /** Undefined for a task that the server runs itself, whose state it knows. */
  readonly external?: ExternalContext
}

interface ExternalContext extends Pick<ExternalRuns, 'note'> {
  readonly user: string
  readonly experimentId: string
  readonly isDeleted: boolean
}

export interface Caller {
  readonly account: string
  readonly credential: Credential['kind'] | null
  readonly tokenName: string
  readonly address: string
  readonly client: string
  /** The task whose token it is, which changes what it has registered itself; null for an account. */
  readonly taskId: string | null
  /** The run that calls without one are about. */
  readonly usualRunId: string | undefined
  /** Fails as `RESOURCE_DOES_NOT_EXIST`. */
  contextOf(runId: string): Promise<CallContext>
  /** A search looks through these runs. */
  contextsIn(experimentIds: readonly string[]): Promise<CallContext[]>
}

export interface IncomingCall {
  readonly token: string
  readonly address: string
  readonly client: string
  /** False for one that only reads. */
  readonly isWriting: boolean
}
