import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { defaultMountPath, maxDataSources } from '@vermilion/contract/tasks/creation'
import { type Task, taskEndpoints, taskStatuses } from '@vermilion/contract/tasks'
import { type Command, printList, UsageError, type Variables, choiceOf } from './command.ts'
import { type Call, clientOf, Refused } from './api-client.ts'
import type { TypedOption } from './task-data.ts'
import { createOptions, orderOf } from './task-order.ts'

/** In milliseconds. */
const interval = 700
const logPart = 1_048_576

export const task: Command = {
  usage: [
    ['task create --name N --image I --dataset ID [-- PROGRAM ARG …]', 'starts a training task and prints its id'],
    ['task create … --dataset ID --version ID | --space ID --folder F | --folder /F', 'says what it reads'],
    [
      'task create … --dataset ID --mount /A --folder /F --mount /B …',
      `reads up to ${maxDataSources} of them, each at a path of its own (${defaultMountPath} where none is given)`,
    ],
    [
      'task create … --parameter K=V --env K=V --secret K --seed N',
      'says what the command is given; a secret is taken from the environment',
    ],
    ['task create … --pool ID --cpu N --memory 16g --accelerator TYPE:N', 'says where it runs, and with how much'],
    [
      'task create … --instance ROLE=N --time-limit S --restarts N --priority N',
      'says how it runs; --wait follows it to its end',
    ],
    ['task list [--status S] [--pool ID] [--limit N] [--json]', 'names tasks, newest first'],
    ['task logs ID [--tail BYTES] [--follow]', 'prints the log'],
    ['task attach ID', 'prints the log as it grows, to the end of the task; exits 0 when it succeeds'],
    ['task stop ID', 'asks a task to end'],
  ],
  async run(parameters, config, variables) {
    const [verb = '', ...rest] = parameters
    const act = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
    if (act === undefined) throw new UsageError('Say what to do with tasks: create, list, logs, attach or stop.')
    process.stdout.on('error', leave)
    return act(rest, { variables, client: () => clientOf(config, variables) })
  },
}

interface Caller {
  variables: Variables
  client: () => Call
}
type Verb = (parameters: string[], caller: Caller) => Promise<number>

const verbs: Readonly<Record<string, Verb>> = {
  async create(parameters, { client, variables }) {
    const cut = parameters.indexOf('--')
    const [own, command] = cut === -1 ? [parameters, []] : [parameters.slice(0, cut), parameters.slice(cut + 1)]
    const { values, tokens } = parseArgs({ args: own, options: createOptions, tokens: true })
    const inOrder = tokens.flatMap((token): TypedOption[] =>
      token.kind === 'option' && token.value !== undefined ? [[token.name, token.value]] : [],
    )
    const body = orderOf({ options: values, inOrder, command }, variables)
    const call = client()
    const made = await call(taskEndpoints.createTask, { body })
    if (!values.wait || values.json) console.log(values.json ? JSON.stringify(made) : made.id)
    return values.wait ? follow(call, made.id, 0) : 0
  },

  async list(parameters, { client }) {
    const options = {
      status: { type: 'string' },
      pool: { type: 'string' },
      limit: { type: 'string', default: '20' },
      json: { type: 'boolean', default: false },
    } as const
    const { status, pool, limit, json } = parseArgs({ args: parameters, options }).values
    const query = {
      status: status === undefined ? undefined : choiceOf('status', taskStatuses, status),
      pool,
      limit: Number(limit),
    }
    const { items } = await client()(taskEndpoints.listTasks, { query })
    printList(items, [heading, ...items.map(rowOf)], json)
    return 0
  },

  async logs(parameters, { client }) {
    const options = { tail: { type: 'string' }, follow: { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ args: parameters, options, allowPositionals: true })
    const taskId = idOf(positionals)
    const from = values.tail === undefined ? 0 : -Number(values.tail)
    if (!Number.isSafeInteger(from)) throw new UsageError(`--tail ${values.tail} is not a number of bytes`)
    const call = client()
    if (values.follow) return follow(call, taskId, from)
    await printLog(call, taskId, { offset: from })
    return 0
  },

  async attach(parameters, { client }) {
    return follow(client(), idOf(parameters), 0)
  },

  async stop(parameters, { client }) {
    const stopped = await client()(taskEndpoints.stopTask, { params: { taskId: idOf(parameters) } })
    console.error(stopped.statusReason)
    return 0
  },
}

function idOf([id, ...more]: readonly string[]): string {
  if (id === undefined) throw new UsageError('Say which task, by its id.')
  if (more.length > 0) throw new UsageError(`One task at a time: ${more.join(' ')} is too much.`)
  return id
}

/** The exit status of a command whose pipe is closed by its reader, such as `head`. */
const brokenPipe = 141

function leave(error: Error): void {
  if (!('code' in error) || error.code !== 'EPIPE') throw error
  process.exit(brokenPipe)
}

/** Waits for the reader: a log may be larger than memory. */
async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}

/** Negative counts from the end. */
interface MountedSource {
  offset: number
}

/** Prints the log from an offset, which advances: nothing is printed twice, whatever fails. */
async function printLog(call: Call, taskId: string, location: MountedSource): Promise<void> {
  for (;;) {
    const { offset } = location
    const part = await call(taskEndpoints.readLog, { params: { taskId }, query: { offset, limit: logPart } })
    location.offset = part.nextOffset
    await print(part.text)
    if (part.nextOffset >= part.size || part.nextOffset === offset) return
  }
}

/** Prints the log as it grows until the task ends. Status goes to standard error, so that a script gets only the log. */
async function follow(call: Call, taskId: string, from: number): Promise<number> {
  const location = { offset: from }
  let reported = ''
  for (;;) {
    const now = await call(taskEndpoints.getTask, { params: { taskId } })
    const state = `${now.status}${now.statusReason === '' ? '' : `: ${now.statusReason}`}`
    if (state !== reported) console.error(state)
    reported = state
    await printLog(call, taskId, location).catch((error: unknown) => {
      // A queued or preparing task has no log yet; following tries again.
      const isLate = error instanceof Refused && error.reason === 'task.log-missing' && now.status !== 'success'
      if (now.endedAt !== null && !isLate) throw error
    })
    if (now.endedAt === null) {
      await wait(interval)
      continue
    }
    if (now.failure !== null) console.error(now.failure.likelyCause)
    return now.status === 'success' ? 0 : 1
  }
}

const heading = ['ID', 'NAME', 'STATUS', 'POOL', 'IMAGE', 'CREATED']
const rowOf = (task: Task) => [task.id, task.name, statusOf(task), task.poolName, task.image, task.createdAt]
const statusOf = ({ status, queue }: Task) => (queue === null ? status : `${status} (${queue.position})`)
