import type { TaskRow, Tasks } from '#areas/tasks'
import type { Mutex } from '#platform/mutex'

export interface CallContext {
  readonly task: TaskRow
  readonly series: Tasks['series']
  readonly output: string
  readonly prefixes: Map<string, string>
  /** Serializes changes that depend on existing data. */
  readonly changing: Mutex
}
