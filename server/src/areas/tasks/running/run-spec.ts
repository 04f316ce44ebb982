import type { TaskRecord } from '@vermilion/contract/tasks/ends'
import type { InstanceSpec, Mount, RunSpec } from '#areas/executors'
import { readJson } from '#platform/database/columns'
import { withoutTelemetry } from '#platform/processes/start-program'
import { filledIn, withProgram } from './command.ts'
import { environmentCommand, environmentVariables } from '../environments/environment-command.ts'
import { digestOf } from '../environments/task-environments.ts'
import type { TaskEnvironment } from '../environments/task-environments.ts'
import type { TaskRunContext } from './run-context.ts'
import { isProgram } from '../images/images.ts'
import { networkOf } from './network.ts'
import { recordOf } from '../creation/record.ts'
import { membersOf, usualEnvironment } from './run-environment.ts'
import type { TaskRow } from '../rows/task-row.ts'

const maxProcesses = 8_192

const dataName = (position: number) => (position === 0 ? 'data' : `data-${position}`)

/** The executor's key of a task's current attempt. */
export const attemptOf = ({ restartCount }: Pick<TaskRow, 'restartCount'>): string => `run-${restartCount}`

export async function runOf(
  context: TaskRunContext,
  row: TaskRow,
  environment?: TaskEnvironment,
): Promise<{ spec: RunSpec; record: TaskRecord }> {
  const { folders, executor, taskId, secrets, variablesOf } = context
  const image = context.images[row.image]
  if (!image) throw new Error(`there is no training image ${row.image}`)
  const { mounts: placing } = executor.capabilities
  const binds = placing === 'bind'
  const lies = readJson(row.mounts).map(({ folder }, position) => folder ?? folders.mount(position))
  const mountPaths = readJson(row.mounts).map(({ mountPath }) => mountPath)
  const targets = { bind: mountPaths, 'in-place': lies, relative: mountPaths.map((_, position) => dataName(position)) }[
    placing
  ]
  const target = row.outputTarget ?? '/output'
  const outputFolder = { bind: target, 'in-place': folders.output, relative: 'output' }[placing]
  const dataFolder = targets[0] ?? folders.data
  const parameters = readJson(row.parameters)
  const own = readJson(row.environment)
  const imageCommand = image.command({ dataFolder, outputFolder, parameters, environment: own })
  const ordered =
    row.ownCommand === null
      ? imageCommand
      : filledIn(readJson(row.ownCommand), { mountPath: dataFolder, outputPath: outputFolder })

  const input = environment === undefined ? ordered : environmentCommand(ordered, imageCommand[0], environment)
  const usual = {
    ...usualEnvironment(row, binds ? outputFolder : folders.folder),
    ...(environment === undefined ? {} : environmentVariables(environment)),
  }
  const path = own['PATH'] ?? usual['PATH'] ?? ''
  const argv: RunSpec['argv'] =
    placing === 'in-place' ? await withProgram(input, path) : [input[0] ?? '', ...input.slice(1)]
  const sealed = row.secrets === null ? {} : (JSON.parse(secrets.open(row.secrets)) as Record<string, string>)
  const mounts: Mount[] = [
    ...lies.map((source, position) => ({ source, target: targets[position] ?? source, readOnly: true })),
    { source: folders.output, target: outputFolder, readOnly: false },
  ]
  const roles = readJson(row.instances)
  const [first, ...others]: InstanceSpec[] = await membersOf(roles, folders.port(attemptOf(row)), executor.capabilities)
  if (first === undefined) throw new Error(`the task ${taskId} has no instances`)
  const { network, reachesServer } = networkOf(executor, roles)
  const spec: RunSpec = {
    name: taskId,
    ...(isProgram(image) || environment !== undefined ? {} : { image: row.imageAddress }),
    argv,
    environment: {
      ...withoutTelemetry,
      ...(placing === 'relative' ? {} : usual),
      ...(reachesServer ? await variablesOf(taskId, { ...own, ...sealed }) : {}),
      ...own,
      ...sealed,
    },
    workingFolder: outputFolder,
    mounts: placing === 'in-place' ? [] : mounts,
    limits: {
      processes: maxProcesses,
      ...(row.cpu === null ? {} : { cpu: row.cpu }),
      ...(row.memoryBytes === null ? {} : { memoryBytes: row.memoryBytes }),
    },
    accelerators: {
      type: row.acceleratorType,
      indexes: row.acceleratorIndexes === null ? [] : readJson(row.acceleratorIndexes),
      count: row.acceleratorCount,
    },
    network,
    priority: row.priority,
    ...(row.timeLimitSeconds === null ? {} : { timeLimitSeconds: row.timeLimitSeconds }),
    instances: [first, ...others],
  }
  const ran = environment === undefined ? image : { ...image, code: environment.codeFolder }
  const imageDigest = environment === undefined ? null : digestOf(environment)
  return { spec, record: await recordOf(row, { image: ran, imageDigest, command: argv, environment: own }) }
}
