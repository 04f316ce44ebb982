import { z } from 'zod'
import { count, id, text, time } from '../kernel/fields.ts'
import { attachment } from './attachments.ts'

export const maxMessageText = 20_000

/** `waiting` for approval; `refused` by the user or skipped by a later message. */
export const toolCallStatuses = ['waiting', 'running', 'done', 'failed', 'refused'] as const
export type ToolCallStatus = (typeof toolCallStatuses)[number]

export const draftForms = ['training', 'generation', 'rollout'] as const
export type DraftForm = (typeof draftForms)[number]

export const toolCall = z.object({
  id,
  messageId: id,
  tool: z.string(),
  title: text,
  writes: z.boolean(),
  arguments: z.record(z.string(), z.unknown()),
  /** The exact request; null for tools that make none or several. */
  request: z.object({ method: z.string(), path: z.string(), body: z.unknown() }).nullable(),
  form: z.enum(draftForms).nullable(),
  status: z.enum(toolCallStatuses),
  /** Result of the call, truncated when long. */
  result: z.string(),
  created: z.object({ kind: z.enum(['task', 'generation']), id }).nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: time.nullable(),
})
export type ToolCall = z.output<typeof toolCall>

export const messagePart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('call'), call: toolCall }),
])

/** `waiting`: a call needs approval. `empty`: no valid reply. `cut`: the reply was interrupted. The last five are final. */
export const messageStatuses = ['writing', 'waiting', 'done', 'empty', 'cut', 'failed', 'stopped'] as const
export type MessageStatus = (typeof messageStatuses)[number]

export const message = z.object({
  id,
  conversationId: id,
  number: count,
  role: z.enum(['user', 'assistant']),
  status: z.enum(messageStatuses),
  parts: z.array(messagePart),
  attachments: z.array(attachment),
  error: text.nullable(),
  service: z.string().nullable(),
  createdAt: time,
})
export type Message = z.output<typeof message>

export const messageDraft = z.object({
  text: z.string().trim().min(1).max(maxMessageText),
  attachments: z.array(attachment).max(12).default([]),
  serviceId: id.optional(),
})
export type MessageDraft = z.input<typeof messageDraft>

export const sentRequest = z.object({
  service: z.string(),
  address: z.string(),
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  tools: z.array(z.string()),
  redactions: count,
})
export type SentRequest = z.output<typeof sentRequest>
