import { z } from 'zod'
import { count, id, time } from '../kernel/fields.ts'
import { attachment } from './attachments.ts'

export const maxMessageText = 20_000

const words = z.object({ en: z.string(), zh: z.string() })

/** `waiting`: for a person's approval. `refused`: by a person, or passed over by a later message. */
export const toolCallStatuses = ['waiting', 'running', 'done', 'failed', 'refused'] as const
export type ToolCallStatus = (typeof toolCallStatuses)[number]

export const draftForms = ['training', 'generation', 'rollout'] as const
export type DraftForm = (typeof draftForms)[number]

/** A call of one of the product's endpoints that the model asked for. */
export const toolCall = z.object({
  id,
  messageId: id,
  tool: z.string(),
  title: words,
  /** Changes something: it is made only once its person has approved it. */
  writes: z.boolean(),
  arguments: z.record(z.string(), z.unknown()),
  /** The very request that is made; null where the tool makes none or several. */
  request: z.object({ method: z.string(), path: z.string(), body: z.unknown() }).nullable(),
  /** A form that the arguments can be opened in. */
  form: z.enum(draftForms).nullable(),
  status: z.enum(toolCallStatuses),
  /** Result of the call, truncated when long. */
  result: z.string(),
  /** The task or generation that it made. */
  created: z.object({ kind: z.enum(['task', 'generation']), id }).nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: time.nullable(),
})
export type ToolCall = z.output<typeof toolCall>

export const messagePart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('call'), call: toolCall }),
])
export type MessagePart = z.output<typeof messagePart>

/**
 * `writing`: more comes. `waiting`: a call waits for approval. `empty`: no valid reply was received. `cut`: the reply broke
 * off. The last five are ends.
 */
export const messageStatuses = ['writing', 'waiting', 'done', 'empty', 'cut', 'failed', 'stopped'] as const
export type MessageStatus = (typeof messageStatuses)[number]

export const message = z.object({
  id,
  conversationId: id,
  /** Position in the conversation, from 1. */
  number: count,
  role: z.enum(['user', 'assistant']),
  status: z.enum(messageStatuses),
  parts: z.array(messagePart),
  attachments: z.array(attachment),
  /** Why it failed; null otherwise. */
  error: words.nullable(),
  /** The chat service that replies; null for a person's message. */
  service: z.string().nullable(),
  createdAt: time,
})
export type Message = z.output<typeof message>

export const messageDraft = z.object({
  text: z.string().trim().min(1).max(maxMessageText),
  attachments: z.array(attachment).max(12).default([]),
  /** The chat service that is to reply; the first one where none is given. */
  serviceId: id.optional(),
})
export type MessageDraft = z.input<typeof messageDraft>

/** The last request sent to the chat service, with secrets redacted. */
export const sentRequest = z.object({
  service: z.string(),
  address: z.string(),
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  tools: z.array(z.string()),
  /** Places at which a secret was struck out. */
  redactions: count,
})
export type SentRequest = z.output<typeof sentRequest>
