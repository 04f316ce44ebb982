import type { ExecutorKind } from '@vermilion/contract/tasks/executors'
import { kubernetesSettings } from '@vermilion/contract/tasks/kubernetes-settings'
import { slurmSettings } from '@vermilion/contract/tasks/slurm-settings'
import { createContainerExecutor } from './container/executor.ts'
import type { DeviceAccess } from './device/access.ts'
import { createDeviceExecutor } from './device/executor.ts'
import type { FetchedData } from './fetched-data/fetched-data.ts'
import { createKubernetesExecutor } from './kubernetes/executor.ts'
import { createLocalExecutor } from './local/executor.ts'
import type { Executor } from './port/executor.ts'
import { createSlurmExecutor } from './slurm/executor.ts'

interface ExecutorNeeds {
  tasksFolder: string
  address?: string | undefined
  devices?: DeviceAccess | undefined
  /** For executors whose machines share no disk with this one. */
  fetchedData?: FetchedData | undefined
  /** The pool's settings with its secrets, by the schema of its kind. */
  settings?: Readonly<Record<string, unknown>> | undefined
}

/** One factory per kind. A new kind is a folder beside this file, a line here and its offer in the contract. */
const makers: Readonly<Record<ExecutorKind, (needs: ExecutorNeeds) => Executor>> = {
  local: (needs) => createLocalExecutor({ root: needs.tasksFolder }),
  container: ({ tasksFolder, address = 'unix:///var/run/docker.sock' }) =>
    createContainerExecutor({ root: tasksFolder, address }),
  device({ tasksFolder, address = '', devices }) {
    if (devices === undefined) throw new Error('this server knows no devices')
    return createDeviceExecutor({ root: tasksFolder, deviceId: address, devices })
  },
  slurm: ({ tasksFolder, settings, devices }) =>
    createSlurmExecutor({ root: tasksFolder, settings: slurmSettings.parse(settings), devices }),
  kubernetes: ({ tasksFolder, settings, fetchedData }) =>
    createKubernetesExecutor({ root: tasksFolder, settings: kubernetesSettings.parse(settings), fetchedData }),
}

export const createExecutor = (kind: ExecutorKind, needs: ExecutorNeeds): Executor => makers[kind](needs)
