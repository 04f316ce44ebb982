import { z } from 'zod'
import { executorKinds, poolExecutorKinds } from './executors.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { bytes, count, id, name, text, time } from '../kernel/fields.ts'
import { poolProblemCauses } from './pool-problems.ts'
import { accelerator } from './creation.ts'
import { schemaMessage } from '../kernel/schema-message.ts'

export const poolStatuses = ['ready', 'unreachable'] as const

/** `detail` is the engine's own message, `text` says what is wrong and what to do. */
export const poolProblem = z.object({ cause: z.enum(poolProblemCauses), detail: z.string(), text })
export type PoolProblem = z.output<typeof poolProblem>

/** Held to the schema of the pool's kind (`executorOffers`). Null removes a secret; one that is left out stays. */
const poolSettings = z.record(z.string().max(50), z.unknown())

export const pool = z.object({
  id,
  name,
  executor: z.enum(executorKinds),
  /** `queues`: its engine queues by itself, and tasks are handed over to it at once. */
  capabilities: z.object({ images: z.boolean(), terminal: z.boolean(), queues: z.boolean() }),
  address: z.string().nullable(),
  /** They follow the schema of the pool's kind; secrets are left out. */
  settings: poolSettings,
  /** Names of the secrets that are set. */
  secrets: z.array(z.string()),
  cpu: z.number(),
  memoryBytes: bytes,
  given: z.object({
    cpu: z.number().nullable(),
    memoryBytes: bytes.nullable(),
    accelerators: z.array(accelerator).nullable(),
  }),
  accelerators: z.array(accelerator),
  concurrency: count,
  status: z.enum(poolStatuses),
  problem: poolProblem.nullable(),
  running: count,
  queued: count,
  /** Reserved by running tasks. */
  used: z.object({ cpu: z.number(), memoryBytes: bytes, accelerators: z.array(accelerator) }),
  /** Free on the machine, considering other programs too; null when the executor does not report it. */
  free: z.object({ cpu: z.number(), memoryBytes: bytes }).nullable(),
  createdAt: time,
})
export type Pool = z.output<typeof pool>

const poolFields = z.object({
  name,
  address: z.string().trim().min(1).max(500).nullable(),
  settings: poolSettings,
  /** Null: as reported by the executor. */
  cpu: z.number().min(0.1).max(100_000).nullable(),
  memoryBytes: z
    .number()
    .int()
    .min(1)
    .max(2 ** 53 - 1)
    .nullable(),
  accelerators: z
    .array(accelerator.extend({ count: accelerator.shape.count.min(1) }))
    .max(50)
    .refine(
      (list) => new Set(list.map(({ type }) => type)).size === list.length,
      schemaMessage('a type is given once', '每种类型只能列出一次'),
    )
    .nullable(),
  concurrency: z.number().int().min(1).max(10_000),
})

export const poolCreate = poolFields.extend({
  executor: z.enum(poolExecutorKinds),
  address: poolFields.shape.address.default(null),
  settings: poolSettings.default({}),
  cpu: poolFields.shape.cpu.default(null),
  memoryBytes: poolFields.shape.memoryBytes.default(null),
  accelerators: poolFields.shape.accelerators.default(null),
  concurrency: poolFields.shape.concurrency.default(1),
})
export type PoolCreate = z.input<typeof poolCreate>

/** The executor of a pool cannot change. */
export const poolUpdate = poolFields.partial()

export const poolCheck = z.object({
  problem: poolProblem.nullable(),
  cpu: z.number().nullable(),
  memoryBytes: bytes.nullable(),
  accelerators: z.array(accelerator),
  /** Tasks there run in images. */
  images: z.boolean(),
})
export type PoolCheck = z.output<typeof poolCheck>

export const cluster = z.object({
  nodes: z.array(
    z.object({
      name: z.string(),
      /** The engine's own word. */
      state: z.string(),
      takesWork: z.boolean(),
      /** `cpu` in cores, `memory` in bytes, and types of accelerators. Null where the account may not see what others use. */
      resources: z.array(
        z.object({ name: z.string(), total: z.number(), ours: z.number(), others: z.number().nullable() }),
      ),
    }),
  ),
  /** A row for each run of this server's, and one for each reason that others wait for, in the engine's own words. */
  pending: z.array(
    z.object({ isOurs: z.boolean(), task: z.object({ id, name: z.string() }).nullable(), reason: z.string(), count }),
  ),
  /** YAML of the rights that the account lacks to see more. */
  missing: z.string().nullable(),
  /** While the cluster does not answer, the rest is its last answer. */
  away: z.object({ problem: poolProblem, since: time }).nullable(),
})
export type Cluster = z.output<typeof cluster>
export type ClusterNode = Cluster['nodes'][number]
/** With `poolId`, secrets that are left out are those of that pool. */
const poolPlace = poolCreate.pick({ executor: true, address: true, settings: true }).extend({ poolId: id.optional() })

export const poolTrial = z.object({
  id,
  status: z.enum(['running', 'passed', 'failed']),
  /** A running trial says here what it waits for, a failed one why. */
  text,
})
export type PoolTrial = z.output<typeof poolTrial>

export const poolEndpoints = {
  listPools: endpoint('GET', '/pools', {
    summary: { en: 'Resource pools, with what runs and waits in them', zh: '资源池及其运行与排队情况' },
    answer: z.array(pool),
  }),
  createPool: endpoint('POST', '/pools', {
    summary: { en: 'Add a resource pool', zh: '添加资源池' },
    body: poolCreate,
    answer: pool,
    errors: ['pool.name-taken', 'pool.address-invalid', 'pool.no-accelerator'],
  }),
  checkPool: endpoint('POST', '/pools/check', {
    summary: { en: 'Try an executor before a pool of it is added: what it has', zh: '添加资源池前测试执行器及其资源' },
    body: poolPlace,
    answer: poolCheck,
    errors: ['pool.address-invalid', 'pool.not-found'],
    audited: false,
  }),
  tryPool: endpoint('POST', '/pools/trials', {
    summary: {
      en: 'Run a job of two seconds as a pool would run its tasks: it reads a file, writes a result, and is removed',
      zh: '按资源池运行任务的方式试运行一个两秒的作业：读取文件、写出结果，随后清除',
    },
    /** The job needs an image with `/bin/sh` where tasks run in images. */
    body: poolPlace.extend({ image: z.string().trim().min(1).max(500).optional() }),
    answer: poolTrial,
    errors: ['pool.address-invalid', 'pool.not-found'],
    audited: false,
  }),
  getPoolTrial: endpoint('GET', '/pools/trials/:trialId', {
    summary: { en: 'How a trial job gets on', zh: '试运行作业的进展' },
    answer: poolTrial,
  }),
  getPool: endpoint('GET', '/pools/:poolId', {
    summary: { en: 'One resource pool', zh: '一个资源池' },
    answer: pool,
    errors: ['pool.not-found'],
  }),
  getCluster: endpoint('GET', '/pools/:poolId/cluster', {
    summary: {
      en: 'The nodes of the cluster of a pool, and what waits in its queue',
      zh: '资源池所在集群的节点，以及其队列中等待的任务',
    },
    answer: cluster,
    errors: ['pool.not-found', 'pool.no-cluster'],
  }),
  updatePool: endpoint('PATCH', '/pools/:poolId', {
    summary: {
      en: 'Change a resource pool. Running tasks keep what they have',
      zh: '修改资源池；运行中的任务不受影响',
    },
    body: poolUpdate,
    answer: pool,
    errors: ['pool.not-found', 'pool.name-taken', 'pool.in-use', 'pool.address-invalid', 'pool.no-accelerator'],
  }),
  deletePool: endpoint('DELETE', '/pools/:poolId', {
    summary: {
      en: 'Remove a resource pool in which no task runs or waits. Tasks that ran in it stay',
      zh: '删除没有任务运行或排队的资源池；曾在其中运行的任务保留',
    },
    answer: z.object({}),
    errors: ['pool.not-found', 'pool.in-use', 'pool.built-in'],
  }),
} as const
