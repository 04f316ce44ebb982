import type { ExecutorKind } from '@vermilion/contract/resources/executors'
import { createContainerExecutor } from './container/executor.ts'
import type { DeviceAccess } from './device/access.ts'
import { createDeviceExecutor } from './device/executor.ts'
import { createLocalExecutor } from './local.ts'
import type { Executor } from './executor.ts'

export type { Accelerator, Capacity, Executor, LogPart, RunUsage, StartOptions, StartProgress } from './executor.ts'
export type { InstanceSpec, Mount, RunLimits, RunSpec } from './run-spec.ts'
export { accessTo, startProblem, StartRefused } from './device/access.ts'
export type { DeviceAccess } from './device/access.ts'
export { thisMachine } from './machine.ts'
export { isPassing, registryTrouble } from './passing.ts'
export type { RegistryTrouble } from './passing.ts'
export { instanceName } from './run-spec.ts'
export { handleOf, isBroken } from './run-status.ts'
export type { InstanceStatus, RunExit, RunHandle, RunStatus } from './run-status.ts'

export interface ExecutorNeeds {
  tasksFolder: string
  address?: string | undefined
  devices?: DeviceAccess | undefined
}

type MakeExecutor = (needs: ExecutorNeeds) => Executor

/** One factory per kind. A new kind is a folder beside this one, a line here and its offer in the contract. */
const makers: Readonly<Record<ExecutorKind, MakeExecutor>> = {
  local: (needs) => createLocalExecutor({ root: needs.tasksFolder }),
  container: ({ tasksFolder, address = 'unix:///var/run/docker.sock' }) =>
    createContainerExecutor({ root: tasksFolder, address }),
  device({ tasksFolder, address = '', devices }) {
    if (devices === undefined) throw new Error('this server knows no devices')
    return createDeviceExecutor({ root: tasksFolder, deviceId: address, devices })
  },
}

export const createExecutor = (kind: ExecutorKind, needs: ExecutorNeeds): Executor => makers[kind](needs)
