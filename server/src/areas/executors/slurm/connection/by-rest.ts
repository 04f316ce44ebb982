import { resourcesIn } from '../nodes.ts'
import type { NodeSummary } from '../nodes.ts'
import { commandPath } from './commands.ts'
import type { Job, SlurmConnection } from './connection.ts'
import { SlurmRefused } from './connection.ts'
import { createRestClient } from './rest-client.ts'
import type { RestAccess } from './rest-client.ts'
import { dateOf, numberOf, restJobOf, textOf, waitStatusOf, wordsOf } from './rest-shapes.ts'
import type { Fields } from './rest-shapes.ts'

const mebibyte = 1_048_576
const usable = new Set(['', 'IDLE', 'MIXED', 'ALLOCATED', 'COMPLETING', 'PLANNED', 'CLOUD', 'POWERED_DOWN', 'BLOCKED'])

/** By `slurmrestd`, from Slurm 22.05. It has no terminals, and cannot try a submission. */
export function createRestConnection(access: RestAccess): SlurmConnection {
  const rest = createRestClient(access)
  const list = async (name: string) => ((await rest.call('GET', name))[name] ?? []) as readonly Fields[]

  async function nodes(partition: string | undefined): Promise<NodeSummary[]> {
    // Later versions do not tell the usual one: then all count.
    const isUsual = ({ flags }: Fields) => wordsOf(flags).some((flag) => flag.toLowerCase() === 'default')
    const name = partition ?? (await list('partitions')).find(isUsual)?.['name']
    const all = await list('nodes')
    return all.filter((node) => name === undefined || wordsOf(node['partitions']).includes(String(name))).map(summaryOf)
  }

  return {
    nodes,
    // It tells the jobs of all accounts.
    jobs: async (whose) =>
      (await list('jobs')).filter((job) => whose === 'all' || job['user_name'] === access.user).map(jobOf),
    async submit(order, script) {
      const job = restJobOf(order, commandPath, await rest.version())
      const id = numberOf((await rest.call('POST', 'job/submit', { job, script }))['job_id'])
      if (id === 0) throw new Error('slurmrestd answered with no number of a job')
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
    recall: async () => undefined,
    hasPyxis: async () => true,
  }
}

const jobOf = (job: Fields): Job => ({
  id: String(job['job_id']),
  state: wordsOf(job['job_state'])[0] ?? '',
  reason: textOf(job['state_reason']),
  waitStatus: waitStatusOf(job['exit_code']),
  restarts: numberOf(job['restart_cnt']),
  nodeCount: numberOf(job['node_count']),
  nodes: textOf(job['nodes']),
  resources: textOf(job['tres_per_node']),
  allocated: textOf(job['tres_alloc_str']),
  partitions: textOf(job['partition']),
  endedAt: dateOf(job['end_time']),
  comment: textOf(job['comment']),
})

function summaryOf(node: Fields): NodeSummary {
  const number = (name: string) => numberOf(node[name])
  const states = [...wordsOf(node['state']), ...wordsOf(node['state_flags'])].filter((word) => word !== '')
  const [memory, usedMemory] = [number('real_memory') * mebibyte, number('alloc_memory') * mebibyte]
  return {
    name: textOf(node['name']),
    state: states.join('+').toLowerCase(),
    partitions: wordsOf(node['partitions']),
    isUp: states.every((word) => usable.has(word.toUpperCase())),
    cpu: { all: number('cpus'), free: number('cpus') - number('alloc_cpus'), used: number('alloc_cpus') },
    memoryBytes: { all: memory, free: memory - usedMemory },
    resources: resourcesIn(textOf(node['gres'])),
    usedResources: resourcesIn(textOf(node['gres_used'])),
  }
}
