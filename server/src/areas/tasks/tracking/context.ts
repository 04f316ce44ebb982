import type { Mutex } from '#platform/mutex'
import type { SeriesService } from '../series/service.ts'
import type { TaskRow } from '../task-row.ts'

export interface CallContext {
  readonly task: TaskRow
  readonly series: SeriesService
  readonly output: string
  readonly prefixes: Map<string, string>
  /** Serializes changes that depend on existing data. */
  readonly changing: Mutex
}
