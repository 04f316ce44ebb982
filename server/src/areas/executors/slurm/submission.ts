import { sayInBoth } from '@vermilion/contract/kernel/text'
import type { Text } from '@vermilion/contract/kernel/text'
import type { SlurmSettings } from '@vermilion/contract/tasks/slurm-settings'
import type { RunSpec } from '../port/run-spec.ts'
import { StartRefused } from '../port/start-refused.ts'
import type { NodeSummary } from './nodes.ts'
import { requestOf } from './nodes.ts'
import { SlurmRefused } from './connection/connection.ts'
import type { Submission } from './connection/connection.ts'

interface SubmissionNeeds {
  spec: RunSpec
  settings: SlurmSettings
  nodes: readonly NodeSummary[]
  jobName: string
  comment: string
  /** The job's folder as the nodes see it. */
  folder: string
}

/** Slurm's resolution of time limits, in seconds. */
const minute = 60
/** Between two tasks whose priorities differ by one. Users may only lower the priority of their jobs. */
const nicePerPriority = 10
const mebibyte = 1_048_576

export function submissionOf(needs: SubmissionNeeds): Submission {
  const { spec, settings, jobName, comment, folder } = needs
  const { partition, account, qos, constraint, requeue } = settings
  const { priority, timeLimitSeconds } = spec
  return {
    'job-name': jobName,
    comment,
    chdir: folder,
    output: 'job.log',
    'open-mode': 'append',
    input: '/dev/null',
    // The environment of sbatch itself, which has nothing of the server's; NIL and NONE would have nodes read login files.
    export: 'ALL',
    partition,
    account,
    qos,
    constraint,
    time: timeLimitSeconds === undefined ? undefined : String(Math.max(1, Math.ceil(timeLimitSeconds / minute))),
    nice: priority === undefined ? undefined : String(Math.round((100 - priority) * nicePerPriority)),
    requeue,
    ...shapeOf(needs),
  }
}

/** The partition has fewer nodes than the run has instances. */
export const isDense = ({ instances }: RunSpec, nodes: readonly NodeSummary[]): boolean =>
  nodes.length > 0 && instances.length > nodes.length

/** One node for each instance; where the partition has fewer nodes, instances share them. */
function shapeOf({ spec, nodes }: SubmissionNeeds): Record<string, string | undefined> {
  const { instances, limits, accelerators } = spec
  const count = instances.length
  const cpu = Math.max(1, Math.ceil(limits.cpu ?? 1))
  const memory = limits.memoryBytes === undefined ? undefined : Math.ceil(limits.memoryBytes / mebibyte)
  const request = requestOf(nodes, accelerators)
  const shape = { ntasks: String(count), 'cpus-per-task': limits.cpu === undefined ? undefined : String(cpu) }
  if (!isDense(spec, nodes)) {
    const mem = memory === undefined ? undefined : `${memory}M`
    return { ...shape, nodes: String(count), 'ntasks-per-node': '1', mem, gres: request }
  }
  const [name = '', ...kind] = request?.split(':') ?? []
  return {
    ...shape,
    nodes: `1-${nodes.length}`,
    'mem-per-cpu': memory === undefined ? undefined : `${Math.ceil(memory / cpu)}M`,
    'gpus-per-task': name === 'gpu' ? kind.join(':') : undefined,
    gres: name === 'gpu' ? undefined : request,
  }
}

export const noPartition: Text = {
  en: 'the cluster has no partition {partition}. Correct the partition in the settings of the pool; sinfo lists them',
  zh: '集群中没有分区 {partition}。请在资源池设置中更正分区；sinfo 可列出所有分区',
}

/** What Slurm says of wrong orders, and what to do about it; with settings of the pool. */
const refusals: readonly (Text & { pattern: RegExp })[] = [
  { pattern: /invalid partition/i, ...noPartition },
  {
    pattern: /invalid (?:account|qos)|account\/partition combination/i,
    en: 'Slurm does not accept the account {account} with the QoS {qos} here ({message}). Correct them in the settings of the pool',
    zh: 'Slurm 不接受账户 {account} 与 QoS {qos}（{message}）。请在资源池设置中更正',
  },
  {
    pattern: /invalid generic resource|invalid gres/i,
    en: 'the cluster has no such accelerators ({message}). Choose a type that the pool offers',
    zh: '集群没有所请求的加速器（{message}）。请选择资源池提供的类型',
  },
  {
    pattern: /invalid feature/i,
    en: 'no node has the features {constraint} ({message}). Correct the constraint in the settings of the pool',
    zh: '没有节点具备特性 {constraint}（{message}）。请在资源池设置中更正约束条件',
  },
  {
    pattern:
      /node configuration is not available|node count specification|more processors requested|memory specification/i,
    en: 'no nodes of the partition can ever give what the task asks for ({message}). Ask for less, or choose another pool',
    zh: '分区的节点无法满足任务所请求的资源（{message}）。请减少请求，或选择其他资源池',
  },
  {
    pattern: /time limit/i,
    en: 'the time limit is longer than the partition allows ({message}). Shorten it',
    zh: '时间限制超过分区允许的最大值（{message}）。请缩短',
  },
  { pattern: /^/, en: 'Slurm refuses the job: {message}', zh: 'Slurm 拒绝了该作业：{message}' },
]

/** Passing failures stay as they are. */
export function refusalOf(error: unknown, settings: SlurmSettings): unknown {
  if (!(error instanceof SlurmRefused)) return error
  const { message } = error
  const { partition = '', account = '—', qos = '—', constraint = '' } = settings
  const refusal = refusals.find(({ pattern }) => pattern.test(message))!
  return new StartRefused(sayInBoth(refusal, { message, partition, account, qos, constraint }))
}
