export { createExecutor } from './service.ts'
export { createFetchedData } from './fetched-data/fetched-data.ts'
export type { FetchedData } from './fetched-data/fetched-data.ts'
export type { Capacity, ClusterReading, Executor, LogPart, RunUsage, StartProgress } from './port/executor.ts'
export { isThere } from './port/is-there.ts'
export { instanceName } from './port/run-spec.ts'
export type { InstanceSpec, Mount, RunSpec } from './port/run-spec.ts'
export { firstFailed, handleOf, isBroken, isOver } from './port/run-status.ts'
export type {
  InstanceStatus,
  RunCondition,
  RunConditionName,
  RunExit,
  RunHandle,
  RunStatus,
} from './port/run-status.ts'
export { isPassing, registryTrouble } from './port/passing.ts'
export type { RegistryTrouble } from './port/passing.ts'
export { accessTo, startProblem } from './device/access.ts'
export { EnvironmentFailed } from './python/installation-failed.ts'
export { createPythonEnvironments } from './python/python-environments.ts'
export type { HeldEnvironment, PythonEnvironments, PythonImage, PythonSettings } from './python/python-environments.ts'
export { StartRefused } from './port/start-refused.ts'
export type { DeviceAccess } from './device/access.ts'
export { thisMachine } from './machine/machine.ts'
