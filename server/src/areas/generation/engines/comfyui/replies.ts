import { z } from 'zod'
import { boundedList, boundedRecord } from '#areas/settings'

export const promptReply = z.object({ prompt_id: z.string().min(1).max(200) })

const nodeErrors = boundedRecord(
  z.object({
    class_type: z.string().catch(''),
    errors: boundedList(z.object({ message: z.string().catch(''), details: z.string().catch('') })).catch([]),
  }),
)
export const refusal = z.object({
  error: z.union([
    z.string().transform((message) => ({ message, details: '' })),
    z.object({ message: z.string().catch(''), details: z.string().catch('') }),
  ]),
  node_errors: nodeErrors.catch({}),
})

export const loadReply = z.object({ exec_info: z.object({ queue_remaining: z.number() }) })

const queued = z
  .tuple([z.unknown(), z.string(), z.unknown(), z.looseObject({ vermilion: z.string().optional().catch(undefined) })])
  .rest(z.unknown())
export const queueReply = z.object({ queue_running: boundedList(queued), queue_pending: boundedList(queued) })
export type QueuedPrompt = z.output<typeof queued>

export const outputFile = z.object({
  filename: z.string().min(1).max(1_000),
  subfolder: z.string().max(1_000).default(''),
  type: z.enum(['output', 'temp', 'input']).default('output'),
})
export type OutputFile = z.output<typeof outputFile>

const historyEntry = z.object({
  prompt: queued.optional().catch(undefined),
  outputs: boundedRecord(z.looseObject({ images: boundedList(outputFile).optional() })),
  status: z
    .object({
      status_str: z.string(),
      completed: z.boolean(),
      messages: boundedList(z.tuple([z.string(), z.looseObject({})]).rest(z.unknown())).default([]),
    })
    .nullish(),
})
export type HistoryEntry = z.output<typeof historyEntry>
export const historyReply = boundedRecord(historyEntry)

export const executionError = z.object({
  node_id: z.union([z.string(), z.number()]).catch('?'),
  node_type: z.string().catch('?'),
  exception_message: z.string().catch(''),
})

export const uploadReply = z.object({
  name: z.string().min(1).max(1_000),
  subfolder: z.string().max(1_000).default(''),
})

export const objectInfoReply = boundedRecord(
  z.looseObject({
    input: z
      .object({
        required: z.record(z.string(), z.unknown()).optional(),
        optional: z.record(z.string(), z.unknown()).optional(),
      })
      .catch({}),
  }),
)
export type ObjectInfo = z.output<typeof objectInfoReply>
