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
  'environment',
  'image',
  'registry-unknown',
  'registry-away',
  'data',
  'crash',
  'usage',
  'exit-code',
] as const
export type FailureCause = (typeof failureCauses)[number]

export const taskFailure = z.object({
  cause: z.enum(failureCauses),
  likelyCause: z.string(),
  lastLines: z.array(z.string()),
})

/** Everything needed to reproduce a task, as of the start of its command. */
export const taskRecord = z.object({
  image: z.string(),
  imageAddress: z.string(),
  /** Digest of the image; for built-in programs SHA-256 over their code. Null when unknown. */
  imageDigest: z.string().nullable(),
  command: z.array(z.string()),
  parameters: taskParameters,
  /** Checksums of data sources: of a dataset version, or of a space's file list. */
  dataSources: z.array(dataSource.extend({ mountPath: z.string(), checksum: z.string().nullable() })),
  codeFiles: z.array(z.object({ path: z.string(), checksum: z.string() })),
  seed: z.number().int().nullable(),
  /** Without values of secrets. */
  environment: z.record(z.string(), z.string()),
  resources: taskResources,
  instances: z.array(z.object({ role: z.string(), count })),
  version: z.string(),
})
export type TaskRecord = z.output<typeof taskRecord>
