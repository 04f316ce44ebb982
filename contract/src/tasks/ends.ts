import { z } from 'zod'
import { count } from '../kernel/fields.ts'
import { dataKinds, taskParameters, taskResources } from './creation.ts'

/** What a task reads: an opaque reference that the area which started the task understands. The id of a folder is its path. */
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

/** What it takes to run a task again, as it was when its command started. */
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
  /** Of the product that ran it. */
  version: z.string(),
})
export type TaskRecord = z.output<typeof taskRecord>
