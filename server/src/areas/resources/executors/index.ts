import { createLocalExecutor } from './local.ts'
import type { Executor } from './executor.ts'

export type { Executor, LogPart, RunHandle, RunInstance, RunSpec, RunStatus } from './executor.ts'

interface ExecutorNeeds {
  /** The folder that tasks have their folders in. */
  tasksFolder: string
}

/** One maker a kind of executor. A new kind is a file beside this one and a line here. */
const makers = {
  local: (needs: ExecutorNeeds) => createLocalExecutor({ root: needs.tasksFolder }),
} satisfies Record<string, (needs: ExecutorNeeds) => Executor>

export type ExecutorKind = keyof typeof makers

export const createExecutor = (kind: ExecutorKind, needs: ExecutorNeeds): Executor => makers[kind](needs)
