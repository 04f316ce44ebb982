export { createExecutor } from './executors/index.ts'
export type { Executor, ExecutorKind, LogPart, RunHandle, RunInstance, RunSpec, RunStatus } from './executors/index.ts'
