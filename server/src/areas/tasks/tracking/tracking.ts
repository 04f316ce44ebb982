import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { Events } from '#platform/events/events'
import type { Lifecycle } from '#platform/lifecycle'
import { createMutex } from '#platform/mutex'
import { taskDeleted } from '../removal/removal.job.ts'
import type { SeriesService } from '../series/service.ts'
import type { TaskRow } from '../task-row.ts'
import type { CallContext } from './context.ts'
import { runIdOf } from './run.ts'
import { createTrackingTokens } from './tokens.ts'

export interface TrackingNeeds {
  database: Database
  clock: Clock
  events: Events
  lifecycle: Lifecycle
  series: SeriesService
  row(taskId: string): Promise<TaskRow>
  folders(taskId: string): { output: string }
}

export interface Tracking {
  environmentOf(taskId: string): Promise<Record<string, string>>
  /** Undefined once the task has ended. */
  contextOf(token: string): Promise<CallContext | undefined>
  readonly guarded: Database['guarded']
  listening(address: string): void
}

export function createTracking({ database, clock, events, lifecycle, series, row, folders }: TrackingNeeds): Tracking {
  const tokens = createTrackingTokens({ database, clock })
  const address = Promise.withResolvers<string | undefined>()
  const runs = new Map<string, Pick<CallContext, 'prefixes' | 'changing'>>()
  events.listen(taskDeleted, ({ taskId }) => {
    runs.delete(taskId)
    return tokens.forget(taskId)
  })
  // A run waiting for the address must not block shutdown.
  lifecycle.onStop(() => address.resolve(undefined))

  return {
    async environmentOf(taskId) {
      const uri = await address.promise
      if (uri === undefined) throw new Error('the server ends before it listened')
      return {
        MLFLOW_TRACKING_URI: uri,
        MLFLOW_TRACKING_TOKEN: await tokens.add(taskId),
        MLFLOW_RUN_ID: runIdOf(taskId),
      }
    },
    async contextOf(token) {
      const taskId = await tokens.taskOf(token)
      if (taskId === undefined) return undefined
      const state = runs.get(taskId) ?? { prefixes: new Map<string, string>(), changing: createMutex() }
      runs.set(taskId, state)
      return { task: await row(taskId), series, output: folders(taskId).output, ...state }
    },
    guarded: database.guarded,
    listening: (url) => address.resolve(reachable(url)),
  }
}

/** A server bound to all addresses is reached over loopback. */
function reachable(address: string): string {
  const url = new URL(address)
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
  if (url.hostname === '[::]') url.hostname = '[::1]'
  return url.href.replace(/\/$/, '')
}
