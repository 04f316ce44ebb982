import { z } from 'zod'
import { count } from '../kernel/fields.ts'
import { dataKinds, taskParameters, taskResources } from './creation.ts'

/** Opaque reference to a task's input, understood by the area that created the task. A folder's id is its path. */
export const dataSource = z.object({ kind: z.enum(dataKinds), id: z.string(), name: z.string() })

export const failureCauses = [
  'out-of-memory',
  'accelerator-memory',
  'killed',
  'time-limit',
  'lost',
  'missing-file',
  'missing-module',
  'missing-program',
  'not-permitted',
  'output-limit',
  'disk-full',
  'accelerator',
  'start',
  'image',
  'registry-unknown',
  'registry-away',
  'data',
  'crash',
  'usage',
  'exit-code',
] as const
export type FailureCause = (typeof failureCauses)[number]

/** Why a task failed, as far as that can be told from its end and its log. */
export const taskFailure = z.object({
  cause: z.enum(failureCauses),
  likelyCause: z.string(),
  lastLines: z.array(z.string()),
})

/** Everything needed to reproduce a task, as of the start of its command. */
export const taskRecord = z.object({
  image: z.string(),
  imageAddress: z.string(),
  /** Content of the image: of a program of this installation, SHA-256 over its code files. Null where it is not known. */
  imageDigest: z.string().nullable(),
  command: z.array(z.string()),
  parameters: taskParameters,
  /** Content of each data source that has a checksum: of a dataset's version, of the list of a space's files. */
  dataSources: z.array(dataSource.extend({ mountPath: z.string(), checksum: z.string().nullable() })),
  codeFiles: z.array(z.object({ path: z.string(), checksum: z.string() })),
  seed: z.number().int().nullable(),
  /** Without the values of secrets. */
  environment: z.record(z.string(), z.string()),
  resources: taskResources,
  instances: z.array(z.object({ role: z.string(), count })),
  /** Version of Vermilion that ran it. */
  version: z.string(),
})
export type TaskRecord = z.output<typeof taskRecord>
