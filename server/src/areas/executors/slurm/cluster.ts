import type { SlurmSettings } from '@vermilion/contract/tasks/slurm-settings'
import type { ClusterNode } from '@vermilion/contract/tasks/pools'
import type { ClusterReading } from '../port/executor.ts'
import type { Job, SlurmConnection } from './connection/connection.ts'
import { commentOf } from './job-queue.ts'
import { resourcesIn, typeOf } from './nodes.ts'
import type { NodeSummary, Resource } from './nodes.ts'

/** Two requests, however many nodes and jobs there are. A cluster may hide the jobs of others. */
export async function readCluster(
  connection: SlurmConnection,
  { partition }: Pick<SlurmSettings, 'partition'>,
  owner: string,
): Promise<ClusterReading> {
  const [nodes, queued] = await Promise.all([connection.nodes(partition), connection.jobs('all')])
  const jobs = queued.map((job) => presentJob(job, commentOf(owner, '')))
  const ours = jobs.filter(({ handle }) => handle !== null)
  const isHere = (name: string) => nodes.some(({ partitions }) => partitions.includes(name))
  return {
    nodes: nodes.map((node) => presentNode(node, ours)),
    pending: jobs.filter(({ state, partitions }) => state === 'PENDING' && partitions.some(isHere)),
    missing: null,
  }
}

type JobOnNodes = ReturnType<typeof presentJob>

/** Slurm tells the sum of what a job's nodes give: each as much. */
function presentJob(job: Job, ownComment: string) {
  const { state, allocated, resources, partitions, reason, comment } = job
  const nodes = expandNodes(job.nodes)
  const [, cpu = 0] = /cpu=(\d+)/.exec(allocated) ?? []
  const [, memory = 0, unit = 'M'] = /mem=([\d.]+)([KMGTP])/.exec(allocated) ?? []
  return {
    state,
    nodes,
    cpu: Number(cpu) / nodes.length,
    memory: (Number(memory) * 1_024 ** ('KMGTP'.indexOf(unit) + 1)) / nodes.length,
    // Versions write `gres:gpu:a100:2` and `gres/gpu:a100=2`.
    resources: resourcesIn(resources.replaceAll(/gres[:/]/g, '').replaceAll('=', ':')),
    partitions: partitions.split(','),
    reason: reason === 'None' ? '' : reason,
    handle: comment.startsWith(ownComment) ? comment.slice(ownComment.length) : null,
  }
}

function presentNode(node: NodeSummary, ours: readonly JobOnNodes[]): ClusterNode {
  const { name, state, isUp, cpu, memoryBytes, resources, usedResources } = node
  const here = ours.filter(({ nodes }) => nodes.includes(name))
  const row = (resource: string, total: number, used: number, amount: (job: JobOnNodes) => number) => {
    const own = here.reduce((sum, job) => sum + amount(job), 0)
    return { name: resource, total, ours: own, others: Math.max(0, used - own) }
  }
  const accelerators = [...new Set(resources.map(typeOf))].map((type) => {
    const count = (some: readonly Resource[]) =>
      some.reduce((sum, one) => (typeOf(one) === type ? sum + one.count : sum), 0)
    return row(type, count(resources), count(usedResources), (job) => count(job.resources))
  })
  return {
    name,
    state,
    takesWork: isUp,
    resources: [
      row('cpu', cpu.all, cpu.used, (job) => job.cpu),
      row('memory', memoryBytes.all, memoryBytes.all - memoryBytes.free, (job) => job.memory),
      ...accelerators,
    ],
  }
}

/** Slurm shortens `n1,n2,n3` to `n[1-3]`. */
function expandNodes(list: string): string[] {
  return list.split(/,(?![^[]*\])/).flatMap((part) => {
    const [, prefix = '', ranges, rest = ''] = /^([^[]*)\[([^\]]*)\](.*)$/.exec(part) ?? []
    if (ranges === undefined) return part === '' ? [] : [part]
    return ranges.split(',').flatMap((range) => {
      const [from = '', to = from] = range.split('-')
      const numbers = Array.from({ length: Number(to) - Number(from) + 1 }, (_, step) => `${Number(from) + step}`)
      return numbers.flatMap((number) => expandNodes(`${prefix}${number.padStart(from.length, '0')}${rest}`))
    })
  })
}
