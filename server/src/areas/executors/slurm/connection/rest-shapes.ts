import type { Submission } from './connection.ts'

/** An object of `slurmrestd`. Since v0.0.39 a number says whether it is one, and since v0.0.40 states are lists. */
export type Fields = Readonly<Record<string, unknown>>

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}

export function numberOf(value: unknown): number {
  const { set = true, number } = typeof value === 'number' ? { number: value } : fieldsOf(value)
  return set === true && typeof number === 'number' ? number : 0
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const wordsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String) : textOf(value).split(',')

/** From seconds; 0 for none. */
export function dateOf(value: unknown): Date | null {
  const seconds = numberOf(value)
  return seconds === 0 ? null : new Date(seconds * 1_000)
}

/** Since v0.0.39 it is taken apart. */
export function waitStatusOf(exit: unknown): number {
  const { return_code: code, signal } = fieldsOf(exit)
  const { id, signal_id: oldId = id } = fieldsOf(signal)
  return typeof exit === 'number' ? exit : numberOf(code) * 256 + numberOf(oldId)
}

const numbers: Readonly<Record<string, string>> = {
  'cpus-per-task': 'cpus_per_task',
  mem: 'memory_per_node',
  'mem-per-cpu': 'memory_per_cpu',
  nice: 'nice',
  ntasks: 'tasks',
  'ntasks-per-node': 'tasks_per_node',
  time: 'time_limit',
}
/** Since v0.0.39 these may also be infinite. */
const openNumber = /memory|time/

/** The description of a job. What has no value is left out as it is sent. */
export function restJobOf(order: Submission, path: string, version: number): Fields {
  const isOld = version < 39
  const { comment, partition, account, qos, requeue, constraint: constraints, 'job-name': name, gres } = order
  const { chdir, output, input, 'open-mode': mode, 'gpus-per-task': gpus, nodes = '1' } = order
  const [least, most = least] = String(nodes).split('-').map(Number)
  const entries = Object.entries(numbers).flatMap(([option, field]): [string, unknown][] => {
    const number = Number.parseInt(String(order[option]), 10)
    if (order[option] === undefined) return []
    return [[field, isOld || !openNumber.test(field) ? number : { set: true, number }]]
  })
  const counts: Fields = Object.fromEntries(entries)
  const plain = { ...counts, comment, partition, account, qos, requeue, constraints, name }
  const files = { current_working_directory: chdir, standard_output: output, standard_input: input }
  const described = { ...plain, ...files }
  if (isOld) {
    const environment = { PATH: path }
    return { ...described, nodes: [least, most], environment, open_mode: mode, gres, gpus_per_task: gpus }
  }
  const resource = `gres${version < 40 ? ':' : '/'}`
  return {
    ...described,
    minimum_nodes: least,
    maximum_nodes: most,
    environment: [`PATH=${path}`],
    open_mode: [String(mode).toUpperCase()],
    tres_per_node: gres && `${resource}${gres}`,
    tres_per_task: gpus && `${resource}gpu:${gpus}`,
  }
}
