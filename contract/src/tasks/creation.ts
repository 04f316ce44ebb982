import { z } from 'zod'
import { count, id, taskName } from '../kernel/fields.ts'
import { schemaMessage } from '../kernel/schema-message.ts'

export const localPool = 'local'

const mebibyte = 1_048_576
/** Limit of one argument or value: the system allows 128 KiB. */
const textLength = 30_000
/** Limit of all names and values together, near the system's own. */
const environmentLength = 262_144

/** `nvidia`, `NVIDIA H100`; `none` with a count of 0. */
const acceleratorType = z.string().regex(/^[\p{L}\p{N}](?:[\p{L}\p{N} ._:/-]{0,58}[\p{L}\p{N}])?$/u)
export const accelerator = z.object({ type: acceleratorType, count: count.max(1_024) })
export type Accelerator = z.output<typeof accelerator>

/** Resources per instance. Null: unlimited, with nothing reserved in the pool. */
export const taskResources = z.object({
  cpu: z.number().min(0.1).max(4_096).nullable().default(null),
  memoryBytes: z
    .number()
    .int()
    .min(4 * mebibyte)
    .max(2 ** 50)
    .nullable()
    .default(null),
  accelerator: accelerator.default({ type: 'none', count: 0 }),
})
export type TaskResources = z.output<typeof taskResources>

export const maxInstances = 64
/** All instances start together or not at all. */
export const taskRoles = z
  .array(
    z.object({ role: z.string().regex(/^[a-z][a-z0-9]{0,31}$/), count: z.number().int().min(1).max(maxInstances) }),
  )
  .min(1)
  .max(8)
  .refine(
    (roles) => new Set(roles.map(({ role }) => role)).size === roles.length,
    schemaMessage('a role is given once', '每种角色只能列出一次'),
  )
  .refine(
    (roles) => roles.reduce((sum, { count: some }) => sum + some, 0) <= maxInstances,
    `a task has at most ${maxInstances} instances`,
  )

/** R5.02: an absolute path without `..` or similar: `/data`. */
export const taskPath = z
  .string()
  .max(500)
  .regex(/^(?:\/[^/\p{Cc}]+)+$/u, schemaMessage('is an absolute path such as /data', '须为绝对路径，例如 /data'))
  .refine(
    (path) => path.split('/').every((part) => part !== '.' && part !== '..'),
    schemaMessage('has no . and no ..', '不能包含 . 或 ..'),
  )
  .refine(
    (path) => !/^\/(?:proc|sys|dev)(?:\/|$)/.test(path),
    schemaMessage('is not one of the system', '不能是系统路径'),
  )

export const defaultMountPath = '/data'
export const maxDataSources = 8

const mount = { mountPath: taskPath.default(defaultMountPath) }
export const taskData = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('dataset'), id, versionId: id.optional(), ...mount }),
  z.object({ kind: z.literal('space'), id, folder: z.string().max(1_000).default(''), ...mount }),
  z.object({ kind: z.literal('folder'), path: z.string().min(1).max(1_000), ...mount }),
])
export type TaskData = z.output<typeof taskData>
export const dataKinds = ['dataset', 'space', 'folder'] as const
export type DataKind = (typeof dataKinds)[number]

const clean = (text: string) => !text.includes('\0')
const argument = z.string().max(textLength).refine(clean, schemaMessage('has a zero byte', '包含空字符'))
/** Program and arguments, one per entry, without a shell. */
export const taskCommand = z
  .array(argument)
  .min(1)
  .max(1_000)
  .refine(([program = '']) => program !== '', schemaMessage('the program is missing', '缺少程序'))
  .refine(
    (parts) => parts.reduce((sum, part) => sum + part.length, 0) <= environmentLength,
    schemaMessage('is too long', '过长'),
  )

const variableName = z
  .string()
  .regex(/^[A-Za-z_]\w{0,127}$/)
  .refine(
    (name) => !name.startsWith('VERMILION_'),
    schemaMessage('names that begin with VERMILION_ are the product’s own', '以 VERMILION_ 开头的名称由本产品保留'),
  )
export const taskVariables = z
  .record(variableName, z.string().max(textLength).refine(clean, schemaMessage('has a zero byte', '包含空字符')))
  .refine(
    (variables) =>
      Object.entries(variables).reduce((sum, [name, value]) => sum + name.length + value.length + 2, 0) <=
      environmentLength,
    `has more than ${environmentLength} characters`,
  )

export const taskRestarts = z.object({
  limit: count.max(100),
  /** Delay before the first restart; it doubles each time, up to an hour. */
  backoffSeconds: count.max(3_600),
})
export type TaskRestarts = z.output<typeof taskRestarts>

export const taskPriority = z.number().int().min(0).max(100)
export const taskSeed = z.number().int().min(0).max(2_147_483_647)
export const taskParameters = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))

export const taskCreateFields = z.object({
  name: taskName,
  image: z.string().min(1).max(200),
  pool: id.default(localPool),
  priority: taskPriority.default(50),
  resources: taskResources.prefault({}),
  instances: taskRoles.default([{ role: 'worker', count: 1 }]),
  /** Output folder. `{outputPath}` and `{mountPath}` in the command expand to the actual folders. */
  outputPath: taskPath.default('/output'),
  command: taskCommand.optional(),
  environment: taskVariables.default({}),
  /** Additional variables, stored encrypted and never returned. */
  secrets: taskVariables.meta({ writeOnly: true }).default({}),
  timeLimitSeconds: z.number().int().min(1).max(31_536_000).nullable().default(null),
  restarts: taskRestarts.default({ limit: 0, backoffSeconds: 10 }),
  /** Passed as the parameter `seed`, if defined, and as the variable `SEED`. */
  seed: taskSeed.nullable().default(null),
})

export const taskCreate = taskCreateFields
  .extend({ dataSources: z.array(taskData).min(1).max(maxDataSources), parameters: taskParameters.default({}) })
  .refine(
    ({ dataSources, outputPath }) => {
      const paths = [...dataSources.map(({ mountPath }) => mountPath), outputPath]
      return paths.every((path, at) =>
        paths.every((other, index) => at === index || !`${path}/`.startsWith(`${other}/`)),
      )
    },
    {
      path: ['dataSources'],
      message: schemaMessage('mount paths and output path lie apart from each other', '挂载路径与输出路径不能互相包含'),
    },
  )
export type TaskCreate = z.input<typeof taskCreate>

/** Request that created a task, for creating a similar one; secrets by name only. */
export const taskOrder = taskCreateFields.omit({ secrets: true }).extend({
  dataSources: z.array(taskData),
  parameters: taskParameters,
  secretNames: z.array(z.string()),
})
export type OrderedTask = z.output<typeof taskOrder>

/** Editable while the task is queued. */
export const taskUpdate = z.object({ priority: taskPriority, pool: id }).partial()
