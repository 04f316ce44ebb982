import { taskDeleted } from '#areas/tasks'
import type { Tasks } from '#areas/tasks'
import { createMutex } from '#platform/mutex'
import type { Platform } from '#platform/platform'
import type { CallContext } from './protocol/context.ts'
import { runIdOf } from './runs/run.ts'
import { createTokenStore } from './store.ts'

export interface ProgramAccessNeeds extends Pick<Platform, 'database' | 'clock' | 'events' | 'lifecycle'> {
  tasks: Pick<Tasks, 'row' | 'series' | 'files' | 'provideVariables'>
}

export type ProgramAccess = ReturnType<typeof createProgramAccess>

/** Programs of tasks find the server by their variables, and are recognized by a token that ends with the task. */
export function createProgramAccess({ database, clock, events, lifecycle, tasks }: ProgramAccessNeeds) {
  const tokens = createTokenStore({ database, clock })
  const address = Promise.withResolvers<string | undefined>()
  const runs = new Map<string, Pick<CallContext, 'prefixes' | 'changing'>>()
  events.listen(taskDeleted, ({ taskId }) => {
    runs.delete(taskId)
    return tokens.forget(taskId)
  })
  // A run waiting for the address must not block shutdown.
  lifecycle.onStop(() => address.resolve(undefined))
  tasks.provideVariables(async (taskId, own) => {
    if ('MLFLOW_TRACKING_URI' in own) return {}
    const uri = await address.promise
    if (uri === undefined) throw new Error('the server ends before it listened')
    return {
      MLFLOW_TRACKING_URI: uri,
      MLFLOW_TRACKING_TOKEN: await tokens.add(taskId),
      MLFLOW_RUN_ID: runIdOf(taskId),
    }
  })

  return {
    /** Undefined once the task has ended. */
    async contextOf(token: string): Promise<CallContext | undefined> {
      const taskId = await tokens.taskOf(token)
      const task = taskId === undefined ? undefined : await tasks.row(taskId)
      if (task?.status !== 'running') return undefined
      const state = runs.get(task.id) ?? { prefixes: new Map<string, string>(), changing: createMutex() }
      runs.set(task.id, state)
      return {
        task,
        series: tasks.series,
        output: (await tasks.files.at(task.id)).output,
        keep: (path) => tasks.files.keep(task.id, path),
        ...state,
      }
    },
    guarded: database.guarded,
    listening: (url: string) => address.resolve(reachable(url)),
  }
}

/** A server bound to all addresses is reached over loopback. */
function reachable(address: string): string {
  const url = new URL(address)
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
  if (url.hostname === '[::]') url.hostname = '[::1]'
  return url.href.replace(/\/$/, '')
}
