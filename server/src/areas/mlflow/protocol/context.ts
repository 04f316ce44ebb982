import type { TaskRow, Tasks } from '#areas/tasks'
import type { Mutex } from '#platform/mutex'

export interface CallContext {
  readonly task: TaskRow
  readonly series: Tasks['series']
  readonly output: string
  /** Makes a file of the task's folder outlive this machine. */
  keep(path: string): Promise<void>
  readonly prefixes: Map<string, string>
  /** Serializes changes that depend on existing data. */
  readonly changing: Mutex
}
