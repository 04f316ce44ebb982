import { z } from 'zod'
import { id } from '../kernel/fields.ts'

/** What of the product's own things the assistant can be shown. */
export const attachedObjects = [
  'task',
  'task-log',
  'task-metrics',
  'task-order',
  'dataset',
  'space',
  'model',
  'device',
  'generation',
  'rollout',
] as const
export type AttachedObject = (typeof attachedObjects)[number]

/** Characters of a terminal's output that are sent at most: its end counts. */
export const mostTerminalOutput = 16_000

const title = z.string().trim().min(1).max(200)

/** What a message shows the assistant beside its words. Objects are read by the server, as the person who sends it. */
export const attachment = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('page'), title, path: z.string().max(1_000) }),
  z.object({ kind: z.literal('object'), title, object: z.enum(attachedObjects), id }),
  z.object({
    kind: z.literal('terminal'),
    title,
    /** What was typed last; null where that is not known. */
    command: z.string().max(4_000).nullable(),
    output: z.string().max(mostTerminalOutput),
    /** Of the last command; null while it runs, or where its shell does not tell. */
    exitCode: z.number().int().nullable(),
  }),
])
export type Attachment = z.output<typeof attachment>
