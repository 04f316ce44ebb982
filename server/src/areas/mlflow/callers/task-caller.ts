import type { TaskRow } from '#areas/tasks'
import type { CallContext, Caller } from '../protocol/context.ts'
import { runIdOf } from '../runs/run.ts'
import type { IncomingCall } from '../service.ts'

/** The program of a task sees the runs of that task alone. */
export const taskCaller = (
  task: TaskRow,
  { address, client }: Pick<IncomingCall, 'address' | 'client'>,
  context: CallContext,
): Caller => ({
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
