import type { TaskData, OrderedTask } from '@vermilion/contract/tasks/creation'
import { readJson } from '#platform/database/columns'
import { resourcesOf } from '../rows/task-row.ts'
import type { TaskMount, TaskRow } from '../rows/task-row.ts'

/** Without secrets. */
export function orderOf(row: TaskRow): OrderedTask {
  return {
    name: row.name,
    image: row.image,
    pool: row.pool,
    priority: row.priority,
    resources: resourcesOf(row),
    instances: readJson(row.instances),
    outputPath: row.outputTarget ?? '/output',
    ...(row.ownCommand === null ? {} : { command: readJson(row.ownCommand) }),
    environment: readJson(row.environment),
    secretNames: readJson(row.secretNames),
    timeLimitSeconds: row.timeLimitSeconds,
    restarts: readJson(row.restarts),
    seed: row.seed,
    dataSources: readJson(row.mounts).map(dataOf),
    parameters: readJson(row.parameters),
  }
}

/** Data ordered by another area counts as the data's present state. */
function dataOf({ asked, kind, id, mountPath }: TaskMount): TaskData {
  if (asked !== undefined) return asked
  const data = {
    dataset: { kind: 'dataset', id, mountPath },
    space: { kind: 'space', id, folder: '', mountPath },
    folder: { kind: 'folder', path: id, mountPath },
  } as const satisfies Record<TaskData['kind'], TaskData>
  return data[kind]
}
