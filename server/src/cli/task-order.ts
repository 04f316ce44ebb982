import type { parseArgs } from 'node:util'
import { type TaskCreate, taskCreate } from '@vermilion/contract/tasks/creation'
import { UsageError, type Variables } from './command.ts'
import { dataOptions, dataSourcesOf, type TypedOption } from './task-data.ts'

const text = { type: 'string' } as const
const texts = { type: 'string', multiple: true } as const

export const createOptions = {
  name: text,
  image: text,
  ...dataOptions,
  output: text,
  parameter: texts,
  env: texts,
  secret: texts,
  pool: text,
  priority: text,
  cpu: text,
  memory: text,
  accelerator: text,
  instance: texts,
  'time-limit': text,
  restarts: text,
  backoff: text,
  seed: text,
  wait: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const

type Options = ReturnType<typeof parseArgs<{ options: typeof createOptions }>>['values']

interface Typed {
  options: Options
  inOrder: readonly TypedOption[]
  command: readonly string[]
}

export function orderOf({ options, inOrder, command }: Typed, environment: Variables): TaskCreate {
  const { parameter = [], env = [], secret = [], instance = [] } = options
  const order = {
    name: options.name,
    image: options.image,
    dataSources: dataSourcesOf(inOrder),
    ...(command.length === 0 ? {} : { command: [...command] }),
    ...provided('outputPath', options.output),
    ...provided('pool', options.pool),
    ...provided('priority', numberOf('priority', options.priority)),
    parameters: Object.fromEntries(pairs('parameter', parameter).map(([key, value]) => [key, valueOf(value)])),
    environment: Object.fromEntries(pairs('env', env)),
    // From the caller's environment, so that no secret appears on a command line.
    secrets: Object.fromEntries(secret.map((name) => [name, environment[name] ?? missing(name)])),
    resources: {
      ...provided('cpu', numberOf('cpu', options.cpu)),
      ...provided('memoryBytes', options.memory === undefined ? undefined : bytesOf(options.memory)),
      ...provided('accelerator', options.accelerator === undefined ? undefined : acceleratorOf(options.accelerator)),
    },
    ...(instance.length === 0
      ? {}
      : { instances: pairs('instance', instance).map(([role, count]) => ({ role, count: Number(count) })) }),
    ...provided('timeLimitSeconds', numberOf('time-limit', options['time-limit'])),
    restarts: { limit: Number(options.restarts ?? 0), backoffSeconds: Number(options.backoff ?? 10) },
    ...provided('seed', numberOf('seed', options.seed)),
  }
  const parsed = taskCreate.safeParse(order)
  if (parsed.success) return order as TaskCreate
  throw new UsageError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
}

const provided = (name: string, value: unknown) => (value === undefined ? {} : { [name]: value })

function pairs(option: string, entries: readonly string[]): [string, string][] {
  return entries.map((entry) => {
    const at = entry.indexOf('=')
    if (at < 1) throw new UsageError(`--${option} ${entry}: write it as NAME=VALUE`)
    return [entry.slice(0, at), entry.slice(at + 1)]
  })
}

function valueOf(value: string): string | number | boolean {
  if (value === 'true' || value === 'false') return value === 'true'
  return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value
}

function numberOf(option: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) throw new UsageError(`--${option} ${value} is not a number`)
  return number
}

const units: Readonly<Record<string, number>> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3, t: 1024 ** 4 }

function bytesOf(value: string): number {
  const [, digits = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([kmgt]?)(?:i?b)?$/i.exec(value) ?? []
  if (digits === '') throw new UsageError(`--memory ${value}: write it as 512m or 16g`)
  return Math.round(Number(digits) * (units[unit.toLowerCase()] ?? 1))
}

function acceleratorOf(value: string): { type: string; count: number } {
  const [, type = '', count = ''] = /^(.+):(\d+)$/.exec(value) ?? []
  if (type === '') throw new UsageError(`--accelerator ${value}: write it as TYPE:COUNT`)
  return { type, count: Number(count) }
}

function missing(name: string): never {
  throw new UsageError(`--secret ${name}: there is no environment variable of that name`)
}
