import type { Job } from '../job-queue.ts'
import { resourcesIn } from '../nodes.ts'
import type { NodeSummary } from '../nodes.ts'
import { commandPath } from './commands.ts'
import type { SlurmConnection } from './connection.ts'
import { SlurmRefused } from './connection.ts'
import { createRestClient } from './rest-client.ts'
import type { RestAccess } from './rest-client.ts'
import { dateOf, numberOf, restJobOf, waitStatusOf, wordsOf } from './rest-shapes.ts'
import type { Words, RestExit, RestNumber } from './rest-shapes.ts'

interface RestJob {
  job_id: number
  job_state: Words
  state_reason: string
  exit_code: RestExit
  restart_cnt: number
  node_count: RestNumber
  nodes: string | null
  tres_per_node: string | null
  start_time: RestNumber
  end_time: RestNumber
  user_name: string
  comment: string | null
}

interface RestNode {
  name: string
  state: Words
  state_flags?: Words
  cpus: number
  alloc_cpus: number
  real_memory: number
  alloc_memory: number
  gres: string
  partitions: Words
}

interface RestPartition {
  name: string
  flags?: Words
}

interface RecordedJob {
  state: { current: Words }
  exit_code: RestExit
  nodes: string | null
  time: { end: RestNumber }
}

const mebibyte = 1_048_576
const usable = new Set(['IDLE', 'MIXED', 'ALLOCATED', 'COMPLETING', 'PLANNED', 'CLOUD', 'POWERED_DOWN', 'BLOCKED'])

/** By `slurmrestd`, from Slurm 22.05. It has no terminals, and cannot try a submission. */
export function createRestConnection(access: RestAccess): SlurmConnection {
  const rest = createRestClient(access)

  async function nodes(partition: string | undefined): Promise<NodeSummary[]> {
    const { nodes: all } = (await rest.call('GET', 'nodes')) as { nodes: RestNode[] }
    const name = partition ?? (await usualPartition())
    return all.filter((node) => name === undefined || wordsOf(node.partitions).includes(name)).map(summaryOf)
  }

  /** Undefined where this version does not tell it. */
  async function usualPartition(): Promise<string | undefined> {
    const { partitions } = (await rest.call('GET', 'partitions')) as { partitions: RestPartition[] }
    return partitions.find(({ flags }) => wordsOf(flags).some((flag) => /^default$/i.test(flag)))?.name
  }

  return {
    nodes,
    // It tells the jobs of all accounts.
    async jobs() {
      const { jobs } = (await rest.call('GET', 'jobs')) as { jobs: RestJob[] }
      return jobs.flatMap((job) => (job.user_name === access.user ? [jobOf(job)] : []))
    },
    async submit(order, script) {
      const job = restJobOf(order, `PATH=${commandPath}`, await rest.version())
      const { job_id: id } = (await rest.call('POST', 'job/submit', { job, script })) as { job_id?: number }
      if (!id) throw new Error('slurmrestd answered with no number of a job')
      return String(id)
    },
    async test({ partition, 'cpus-per-task': cpus = '1', mem = '0M' }) {
      const all = await nodes(partition === undefined ? undefined : String(partition))
      if (all.length === 0) throw new SlurmRefused('Invalid partition name specified')
      const fits = ({ cpu, memoryBytes }: NodeSummary) =>
        cpu.all >= Number(cpus) && memoryBytes.all >= Number.parseInt(String(mem), 10) * mebibyte
      if (!all.some(fits)) throw new SlurmRefused('Requested node configuration is not available')
    },
    // Any other signal would reach the job script and srun, too, which then kills its step.
    cancel: async (jobId) => void (await rest.call('DELETE', `job/${jobId}`)),
    async recall(jobId) {
      const response = await rest.call('GET', `job/${jobId}`, undefined, 'slurmdb').catch(() => ({}))
      const { jobs: [job] = [] } = response as { jobs?: RecordedJob[] }
      if (job === undefined) return undefined
      const { exit_code: exit, nodes: names, time } = job
      const [state = ''] = wordsOf(job.state.current)
      return { state, waitStatus: waitStatusOf(exit), nodes: names ?? '', endedAt: dateOf(time.end) }
    },
    hasPyxis: async () => true,
  }
}

function jobOf(job: RestJob): Job & { comment: string } {
  const { start_time: start, end_time: end, exit_code: exit, node_count: nodeCount } = job
  return {
    id: String(job.job_id),
    state: wordsOf(job.job_state)[0] ?? '',
    reason: job.state_reason,
    waitStatus: waitStatusOf(exit),
    restarts: job.restart_cnt,
    nodeCount: numberOf(nodeCount),
    nodes: job.nodes ?? '',
    resources: job.tres_per_node ?? '',
    startedAt: dateOf(start),
    endedAt: dateOf(end),
    comment: job.comment ?? '',
  }
}

function summaryOf(node: RestNode): NodeSummary {
  const { name, cpus, alloc_cpus: usedCpus, real_memory: memory, alloc_memory: usedMemory } = node
  return {
    name,
    isUp: [...wordsOf(node.state), ...wordsOf(node.state_flags)].every((word) => usable.has(word.toUpperCase())),
    cpu: { all: cpus, free: cpus - usedCpus },
    memoryBytes: { all: memory * mebibyte, free: (memory - usedMemory) * mebibyte },
    resources: resourcesIn(node.gres),
  }
}
