import type { SlurmSettings } from '@vermilion/contract/tasks/slurm-settings'
import type { Accelerator, Capacity } from '../port/executor.ts'
import type { RunSpec } from '../port/run-spec.ts'
import type { RunCommand } from './commands.ts'

export interface NodeSummary {
  name: string
  isUp: boolean
  cpu: { all: number; free: number }
  memoryBytes: { all: number; free: number }
  resources: Resource[]
}

/** A generic resource of a node: `gpu:a100:4(S:0-1)` has a kind, `gpu:4` has none. */
interface Resource {
  name: string
  kind: string
  count: number
}

const mebibyte = 1_048_576
/** Generic resources that are accelerators. Others are shares of them, disks and the like. */
const accelerators = new Set(['gpu', 'npu', 'dcu', 'mlu', 'hpu', 'tpu', 'xpu', 'fpga'])
const format = ['NodeList', 'StateLong', 'CPUsState', 'Memory', 'AllocMem', 'Gres']

/** Nodes of the pool's partition, or of the usual one; see sinfo(1). Empty for an unknown partition. */
export async function readNodes(
  run: RunCommand,
  { partition }: Pick<SlurmSettings, 'partition'>,
): Promise<NodeSummary[]> {
  const fields = [...format, 'Partition'].map((field, position) => `${field}:0${position === format.length ? '' : '|'}`)
  const selected = partition === undefined ? [] : [`--partition=${partition}`]
  const output = await run(['sinfo', '--noheader', '--Node', ...selected, `--Format=${fields.join(',')}`])
  return nodesIn(output, partition === undefined)
}

export function nodesIn(output: string, usualOnly: boolean): NodeSummary[] {
  const nodes = new Map<string, NodeSummary>()
  for (const line of output.split('\n')) {
    const [name = '', state = '', cpus = '', memory, allocated, resources = '', partition = ''] = line.split('|')
    // A star marks the partition of jobs that name none.
    if (name === '' || (usualOnly && !partition.trim().endsWith('*'))) continue
    const [, free = 0, , all = 0] = cpus.split('/').map(Number)
    const bytes = Number(memory) * mebibyte
    nodes.set(name, {
      name,
      isUp: /^(?:idle|mixed|allocated|completing|planned|blocked)[*~#$@^-]?$/i.test(state) && !state.endsWith('*'),
      cpu: { all, free },
      memoryBytes: { all: bytes, free: bytes - Number(allocated) * mebibyte },
      resources: resourcesIn(resources),
    })
  }
  return [...nodes.values()]
}

const resourcesIn = (text: string): Resource[] =>
  text.split(/,(?![^(]*\))/).flatMap((part) => {
    const [, name = '', kind = '', count] = /^([\w-]+)(?::([\w.-]+?))??(?::(\d+))?(?:\(.*\))?$/.exec(part.trim()) ?? []
    return accelerators.has(name) ? [{ name, kind, count: Number(count ?? 1) }] : []
  })

/** The type of an accelerator as tasks ask for it: its kind where Slurm knows one. */
const typeOf = ({ name, kind }: Resource): string => (name === 'gpu' ? kind || name : kind ? `${name}:${kind}` : name)

export function capacityOf(nodes: readonly NodeSummary[]): Capacity {
  const up = nodes.filter(({ isUp }) => isUp)
  const sum = (of: (node: NodeSummary) => number) => up.reduce((total, node) => total + of(node), 0)
  const types = up.flatMap(({ resources }) =>
    resources.flatMap((resource) => Array.from({ length: resource.count }, () => typeOf(resource))),
  )
  return {
    cpu: sum(({ cpu }) => cpu.all),
    memoryBytes: sum(({ memoryBytes }) => memoryBytes.all),
    accelerators: types.map((type, index): Accelerator => ({ type, index, memoryBytes: null })),
    free: { cpu: sum(({ cpu }) => cpu.free), memoryBytes: sum(({ memoryBytes }) => memoryBytes.free) },
  }
}

/** Words when no node has accelerators of that type. */
export function acceleratorProblem(
  nodes: readonly NodeSummary[],
  { type, count = 0 }: RunSpec['accelerators'],
): string | undefined {
  const types = new Set(nodes.flatMap(({ resources }) => resources.map(typeOf)))
  if (count === 0 || types.has(type)) return undefined
  const existing = types.size === 0 ? 'none at all' : [...types].join(', ')
  return `the nodes have no accelerators of type ${type}; they have ${existing}`
}

/** What `--gres` is to say for each instance; undefined for none. */
export function requestOf(
  nodes: readonly NodeSummary[],
  { type, count = 0 }: RunSpec['accelerators'],
): string | undefined {
  if (count === 0) return undefined
  const resource = nodes.flatMap(({ resources }) => resources).find((each) => typeOf(each) === type)
  const [name, kind] = resource === undefined ? ['gpu', type] : [resource.name, resource.kind]
  return [name, kind, String(count)].filter((part) => part !== '').join(':')
}
