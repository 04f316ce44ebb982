import type { Mutex } from '#platform/mutex'
import type { SeriesService } from '../series/service.ts'
import type { TaskRow } from '../task-row.ts'

export interface CallContext {
  readonly task: TaskRow
  readonly series: SeriesService
  /** Where the task's results lie. */
  readonly output: string
  /** What names of the task's runs begin with, as far as that was asked for. */
  readonly prefixes: Map<string, string>
  /** One after the other: what they write depends on what is there. */
  readonly changing: Mutex
}
