import { z } from 'zod'
import { id } from '../kernel/fields.ts'

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

/** Characters of terminal output that are sent; the end is kept. */
export const maxTerminalOutput = 16_000

const title = z.string().trim().min(1).max(200)

/** Context sent with a message. The server reads objects with the rights of the sender. */
export const attachment = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('page'), title, path: z.string().max(1_000) }),
  z.object({ kind: z.literal('object'), title, object: z.enum(attachedObjects), id }),
  z.object({
    kind: z.literal('terminal'),
    title,
    command: z.string().max(4_000).nullable(),
    output: z.string().max(maxTerminalOutput),
    /** Exit code of the last command; null while it runs or when the shell does not report it. */
    exitCode: z.number().int().nullable(),
  }),
])
export type Attachment = z.output<typeof attachment>
