import {
  type DataKind,
  type OrderedTask,
  type TaskCreate,
  type TaskData,
  localPool,
} from '@vermilion/contract/tasks/creation'
import { joinCommand, splitCommand } from './command-line.ts'

export interface TypedSource {
  kind: DataKind
  id?: string | undefined
  versionId?: string | undefined
  folder?: string | undefined
  path?: string | undefined
  mountPath: string
}

export function freeMountPath(usedPaths: readonly string[]): string {
  const isFree = (path: string) =>
    usedPaths.every((other) => !`${path}/`.startsWith(`${other}/`) && !other.startsWith(`${path}/`))
  for (let number = 2; ; number++) {
    const path = `/data-${number}`
    if (isFree(path)) return path
  }
}

export interface Variable {
  name: string
  value: string
}

/** A task in its form; field names equal the contract's, so that errors find their field. */
export interface TypedTask extends Required<
  Pick<OrderedTask, 'name' | 'pool' | 'priority' | 'resources' | 'instances' | 'outputPath' | 'restarts'>
> {
  image: string | undefined
  parameters: Record<string, string | number | boolean>
  dataSources: TypedSource[]
  hasCommand: boolean
  command: string
  environment: Variable[]
  secrets: Variable[]
  timeLimitSeconds: number | null
  seed: number | null
}

const usualPriority = 50

export function newTask(datasetId: string | undefined, versionId?: string): TypedTask {
  return {
    name: '',
    image: undefined,
    parameters: {},
    dataSources: [{ kind: 'dataset', id: datasetId, versionId, mountPath: '/data' }],
    pool: localPool,
    priority: usualPriority,
    resources: { cpu: null, memoryBytes: null, accelerator: { type: 'none', count: 0 } },
    instances: [{ role: 'worker', count: 1 }],
    outputPath: '/output',
    hasCommand: false,
    command: '',
    environment: [],
    secrets: [],
    timeLimitSeconds: null,
    restarts: { limit: 0, backoffSeconds: 10 },
    seed: null,
  }
}

export function unusualIn({ resources, instances, priority, ...draft }: TypedTask) {
  const { cpu, memoryBytes, accelerator } = resources
  const instanceCount = instances.reduce((sum, { count }) => sum + count, 0)
  const { hasCommand, environment, secrets, outputPath, timeLimitSeconds, restarts, seed } = draft
  return {
    place:
      priority !== usualPriority ||
      cpu !== null ||
      memoryBytes !== null ||
      accelerator.type !== 'none' ||
      instanceCount > 1,
    run: hasCommand || environment.length > 0 || secrets.length > 0 || outputPath !== '/output',
    end: timeLimitSeconds !== null || restarts.limit > 0 || seed !== null,
  }
}

const maxNameLength = 50

/** The form's values for a copy of a task. Secrets have to be typed again. */
export function copyOf({ command, secretNames, environment, name, ...order }: OrderedTask): TypedTask {
  return {
    ...order,
    name: `${name.slice(0, maxNameLength - '-copy'.length).replace(/-+$/, '')}-copy`,
    hasCommand: command !== undefined,
    command: joinCommand(command ?? []),
    environment: Object.entries(environment).map(([variable, value]) => ({ name: variable, value })),
    secrets: secretNames.map((variable) => ({ name: variable, value: '' })),
  }
}

export function draftedTask(
  { command, environment = {}, resources, dataSources = [], ...draft }: Partial<TaskCreate>,
  defaults: TypedTask['parameters'],
): TypedTask {
  const empty = newTask(undefined)
  return {
    ...empty,
    name: draft.name ?? '',
    image: draft.image,
    pool: draft.pool ?? empty.pool,
    priority: draft.priority ?? empty.priority,
    instances: draft.instances ?? empty.instances,
    outputPath: draft.outputPath ?? empty.outputPath,
    restarts: draft.restarts ?? empty.restarts,
    parameters: { ...defaults, ...draft.parameters },
    dataSources: dataSources.map((source) => ({ ...source, mountPath: source.mountPath ?? '/data' })),
    resources: {
      cpu: resources?.cpu ?? null,
      memoryBytes: resources?.memoryBytes ?? null,
      accelerator: resources?.accelerator ?? empty.resources.accelerator,
    },
    hasCommand: command !== undefined,
    command: joinCommand(command ?? []),
    environment: Object.entries(environment).map(([name, value]) => ({ name, value })),
    timeLimitSeconds: draft.timeLimitSeconds ?? null,
    seed: draft.seed ?? null,
  }
}

export function bodyOf(draft: TypedTask): TaskCreate {
  const { hasCommand, command, dataSources, environment, secrets, image = '', resources, ...plain } = draft
  const { accelerator } = resources
  return {
    ...plain,
    image,
    resources: {
      ...resources,
      accelerator: accelerator.type === 'none' ? { type: 'none', count: 0 } : accelerator,
    },
    dataSources: dataSources.map(sourceOf),
    environment: recordOf(environment),
    secrets: recordOf(secrets),
    ...(hasCommand ? { command: splitCommand(command) ?? [] } : {}),
  }
}

export const recordOf = (variables: readonly Variable[]): Record<string, string> =>
  Object.fromEntries(variables.map(({ name, value }) => [name, value]))

function sourceOf({ kind, id = '', versionId, folder = '', path = '', mountPath }: TypedSource): TaskData {
  const sources = {
    dataset: { kind: 'dataset', id, mountPath, ...(versionId === undefined ? {} : { versionId }) },
    space: { kind: 'space', id, folder, mountPath },
    folder: { kind: 'folder', path, mountPath },
  } as const satisfies Record<DataKind, TaskData>
  return sources[kind]
}
