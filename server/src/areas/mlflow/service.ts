import { accessTokenPrefix } from '@vermilion/contract/accounts'
import { taskDeleted } from '#areas/tasks'
import type { TaskRow, Tasks } from '#areas/tasks'
import type { Accounts } from '#areas/accounts'
import { createMutex } from '#platform/mutex'
import type { Platform } from '#platform/platform'
import { accountCaller } from './callers/account-caller.ts'
import type { CallContext, Caller, IncomingCall } from './protocol/context.ts'
import { runIdOf } from './runs/run.ts'
import { createTokenStore } from './store.ts'

export interface ProgramAccessNeeds extends Pick<Platform, 'database' | 'clock' | 'events' | 'lifecycle'> {
  accounts: Pick<Accounts, 'byToken'>
  tasks: Pick<Tasks, 'row' | 'series' | 'files' | 'provideVariables' | 'external'>
}

export type ProgramAccess = ReturnType<typeof createProgramAccess>

/** Programs of tasks find the server by their variables and a token that ends with the task; others use an account's. */
export function createProgramAccess({ database, clock, events, lifecycle, accounts, tasks }: ProgramAccessNeeds) {
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

  async function contextOf(task: TaskRow): Promise<CallContext> {
    const state = runs.get(task.id) ?? { prefixes: new Map<string, string>(), changing: createMutex() }
    runs.set(task.id, state)
    return {
      task,
      series: tasks.series,
      output: (await tasks.files.at(task.id)).output,
      keep: (path) => tasks.files.keep(task.id, path),
      ...state,
    }
  }

  return {
    /** Undefined for a token that is none, or whose task has ended. */
    async callerOf(call: IncomingCall): Promise<Caller | undefined> {
      if (call.token.startsWith(accessTokenPrefix))
        return accountCaller({ accounts, external: tasks.external, contextOf }, call)
      const taskId = await tokens.taskOf(call.token)
      const task = taskId === undefined ? undefined : await tasks.row(taskId)
      return task?.status === 'running' ? taskCaller(task, call, await contextOf(task)) : undefined
    },
    guarded: database.guarded,
    listening: (url: string) => address.resolve(reachable(url)),
  }
}

/** The program of a task sees the runs of that task alone. */
const taskCaller = (task: TaskRow, { address, client }: IncomingCall, context: CallContext): Caller => ({
  account: task.creator,
  credential: null,
  tokenName: task.name,
  address,
  client,
  taskId: task.id,
  usualRunId: runIdOf(task.id),
  contextOf: async () => context,
  contextsIn: async () => [context],
})

/** A server bound to all addresses is reached over loopback. */
function reachable(address: string): string {
  const url = new URL(address)
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
  if (url.hostname === '[::]') url.hostname = '[::1]'
  return url.href.replace(/\/$/, '')
}
