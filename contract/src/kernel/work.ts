import { z } from 'zod'
import { id, progress, text, time } from './fields.ts'

/** Kinds of background work. An area with long work adds its kind here and lists its running work on the server. */
export const workKinds = [
  'upload',
  'unpacking',
  'sample',
  'generation',
  'item-draft',
  'data-evaluation',
  'collection',
  'item-change',
  'import',
  'export',
  'duplication',
  'label-change',
  'version',
  'comparison',
  'scan',
  'examination',
  'removal',
  'move',
  'copy',
  'tagging',
  'restoration',
  'registration',
  'conversion',
  'training',
  'fine-tuning',
  'cloud-inference',
  'board-inference',
  'evaluation',
  'suggestion',
  'auto-label',
  'auto-label-undo',
  'device-collection',
  'device-deletion',
  'device-command',
  'clean-up',
  'health-check',
  'image-index',
  'assist-model',
  'depth-maps',
  'image-comparison',
  'model-fetch',
  'captioning',
] as const
export type WorkKind = (typeof workKinds)[number]

/** `interrupted`: an upload whose page is gone. The last three are final. */
export const workStatuses = ['waiting', 'running', 'paused', 'interrupted', 'success', 'failed', 'stopped'] as const
export type WorkStatus = (typeof workStatuses)[number]

export const work = z.object({
  id,
  kind: z.enum(workKinds),
  /** Name of the subject: a task, data space or dataset. Empty for work that serves all of them. */
  name: z.string(),
  status: z.enum(workStatuses),
  reason: text.nullable(),
  /** A total of 0 means unknown. */
  progress: progress.nullable(),
  /** Username; null for work started by the server. */
  owner: z.string().nullable(),
  leadsTo: z
    .union([
      z.object({ page: z.enum(['space', 'dataset', 'task', 'models', 'device', 'device-command']), id }),
      z.object({ page: z.enum(['generation', 'evaluation']), id, spaceId: id }),
    ])
    .nullable(),
  stoppable: z.boolean(),
  startedAt: time,
  updatedAt: time,
  endedAt: time.nullable(),
})
export type Work = z.output<typeof work>
