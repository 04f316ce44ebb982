import type { Submission } from './connection.ts'

/** Since v0.0.39 a number says whether it is one, and since v0.0.40 states are lists. */
export type RestNumber = number | { set?: boolean; number?: number } | null | undefined
export type Words = string | readonly string[] | null | undefined
/** A wait status; since v0.0.39 taken apart. */
export type RestExit =
  | number
  | { return_code?: RestNumber; signal?: { id?: RestNumber; signal_id?: RestNumber } }
  | null
  | undefined

export function numberOf(value: RestNumber): number {
  if (typeof value === 'number') return value
  return value?.set === false ? 0 : (value?.number ?? 0)
}

export const wordsOf = (value: Words): readonly string[] =>
  typeof value === 'string' ? value.split(',') : (value ?? [])

/** From seconds; 0 for none. */
export function dateOf(value: RestNumber): Date | null {
  const seconds = numberOf(value)
  return seconds === 0 ? null : new Date(seconds * 1_000)
}

export function waitStatusOf(exit: RestExit): number {
  if (typeof exit !== 'object' || exit === null) return exit ?? 0
  const { return_code: code, signal } = exit
  return numberOf(code) * 256 + numberOf(signal?.id ?? signal?.signal_id)
}

/** Fields of jobs by the options of `sbatch`, where the names differ. */
const fields: Readonly<Record<string, string>> = {
  'job-name': 'name',
  chdir: 'current_working_directory',
  output: 'standard_output',
  input: 'standard_input',
  constraint: 'constraints',
  time: 'time_limit',
  ntasks: 'tasks',
  'cpus-per-task': 'cpus_per_task',
  'ntasks-per-node': 'tasks_per_node',
  mem: 'memory_per_node',
  'mem-per-cpu': 'memory_per_cpu',
}
const plainNumbers = new Set(['nice', 'ntasks', 'cpus-per-task', 'ntasks-per-node'])
/** Since v0.0.39 these may also be infinite. */
const openNumbers = new Set(['time', 'mem', 'mem-per-cpu'])

/** The description of a job in one version of the interface. */
export function restJobOf(order: Submission, variable: string, version: number): Readonly<Record<string, unknown>> {
  const isOld = version < 39
  const { export: _, nodes, gres, 'gpus-per-task': gpus, 'open-mode': openMode, ...plain } = order
  const [least = 1, most = least] = String(nodes).split('-').map(Number)
  const resource = (text: string) => `gres${version < 40 ? ':' : '/'}${text}`
  const [name = '', value] = variable.split('=')
  const described = Object.entries(plain).flatMap(([option, text]): [string, unknown][] => {
    if (text === undefined) return []
    const field = fields[option] ?? option
    const number = Number.parseInt(String(text), 10)
    if (plainNumbers.has(option)) return [[field, number]]
    if (openNumbers.has(option)) return [[field, isOld ? number : { set: true, number }]]
    return [[field, text]]
  })
  return {
    ...Object.fromEntries(described),
    ...(isOld
      ? { nodes: [least, most], environment: { [name]: value }, open_mode: openMode, gres, gpus_per_task: gpus }
      : {
          minimum_nodes: least,
          maximum_nodes: most,
          environment: [variable],
          open_mode: [String(openMode).toUpperCase()],
          tres_per_node: gres && resource(String(gres)),
          tres_per_task: gpus && resource(`gpu:${gpus}`),
        }),
  }
}
