import type { Accelerator, Capacity } from '../port/executor.ts'
import type { RunSpec } from '../port/run-spec.ts'

export interface NodeSummary {
  name: string
  /** Slurm's word. */
  state: string
  partitions: readonly string[]
  isUp: boolean
  cpu: { all: number; free: number; used: number }
  memoryBytes: { all: number; free: number }
  resources: Resource[]
  usedResources: Resource[]
}

/** A generic resource of a node: `gpu:a100:4(S:0-1)` has a kind, `gpu:4` has none. */
export interface Resource {
  name: string
  kind: string
  count: number
}

/** Generic resources that are accelerators. Others are shares of them, disks and the like. */
const accelerators = new Set(['gpu', 'npu', 'dcu', 'mlu', 'hpu', 'tpu', 'xpu', 'fpga'])
export const resourcesIn = (text: string): Resource[] =>
  text.split(/,(?![^(]*\))/).flatMap((part) => {
    const [, name = '', kind = '', count] = /^([\w-]+)(?::([\w.-]+?))??(?::(\d+))?(?:\(.*\))?$/.exec(part.trim()) ?? []
    return accelerators.has(name) ? [{ name, kind, count: Number(count ?? 1) }] : []
  })

/** The type of an accelerator as tasks ask for it: its kind where Slurm knows one. */
export const typeOf = ({ name, kind }: Resource): string =>
  name === 'gpu' ? kind || name : kind ? `${name}:${kind}` : name

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
