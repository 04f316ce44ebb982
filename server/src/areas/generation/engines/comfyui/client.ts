import type { WorkflowContent } from '@vermilion/contract/generations/workflow-content'
import type { z } from 'zod'
import { ask, bearer, describe, readJsonText, type ReceivedReply, type UsableService } from '#areas/settings'
import { formOf } from '../form.ts'
import {
  historyReply,
  type HistoryEntry,
  loadReply,
  objectInfoReply,
  type ObjectInfo,
  type OutputFile,
  promptReply,
  queueReply,
  refusal,
  uploadReply,
} from './replies.ts'
import { PromptRefused, ServerFailed, toServerFailed, withoutToken } from './server-failed.ts'

export type ComfyuiService = UsableService<'image-generation'>

const maxJsonBytes = 32 * 1_048_576
const maxImageBytes = 64 * 1_048_576
const historyEntries = 64

interface CallOptions {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly maxBytes?: number
  readonly signal: AbortSignal
}

export type ComfyuiClient = ReturnType<typeof createComfyuiClient>

/** A client of one ComfyUI server. Calls throw `ServerFailed` and take at most `callTimeoutMs` milliseconds. */
export function createComfyuiClient({ settings: { url, token = null } }: ComfyuiService, callTimeoutMs: number) {
  async function call(path: string, options: CallOptions): Promise<ReceivedReply> {
    const late = AbortSignal.timeout(callTimeoutMs)
    const signal = AbortSignal.any([options.signal, late])
    try {
      const headers = { ...options.headers, ...bearer(token) }
      return await ask({ maxBytes: maxJsonBytes, ...options, url: `${url}${path}`, headers, signal })
    } catch (error) {
      options.signal.throwIfAborted()
      if (late.aborted) throw new ServerFailed(tooLate(callTimeoutMs / 1_000), true)
      throw toServerFailed(error, token)
    }
  }

  function failureOf(reply: ReceivedReply): ServerFailed {
    const message = withoutToken(describe(reply), token)
    const answered = { en: `it answered ${reply.status}: ${message}`, zh: `返回 ${reply.status}：${message}` }
    return new ServerFailed(answered, reply.status >= 500 || reply.status === 429)
  }

  function parse<Schema extends z.ZodType>(schema: Schema, reply: ReceivedReply): z.output<Schema> {
    if (reply.status !== 200) throw failureOf(reply)
    const parsed = schema.safeParse(readJsonText(reply.text))
    if (parsed.success) return parsed.data
    const message = withoutToken(describe(reply), token)
    const notComfyui = { en: `this is not the answer of ComfyUI: ${message}`, zh: `响应不是来自 ComfyUI：${message}` }
    throw new ServerFailed(notComfyui, false)
  }

  const post = (path: string, value: unknown, signal: AbortSignal) =>
    call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(value),
      signal,
    })

  return {
    load: async (signal: AbortSignal): Promise<number> =>
      parse(loadReply, await call('/prompt', { signal })).exec_info.queue_remaining,

    /** Returns the prompt's id. Throws `PromptRefused` when ComfyUI rejects it. */
    async submit(
      { promptId, order, clientId }: { promptId: string; order: string; clientId: string },
      prompt: WorkflowContent,
      signal: AbortSignal,
    ): Promise<string> {
      // Servers before 2025 assign their own id; the order is found by `vermilion`.
      const body = { prompt, prompt_id: promptId, client_id: clientId, extra_data: { vermilion: order } }
      const reply = await post('/prompt', body, signal)
      const refused = reply.status === 400 ? refusal.safeParse(readJsonText(reply.text)) : undefined
      if (refused?.success === true) throw new PromptRefused(reasonOf(refused.data))
      return parse(promptReply, reply).prompt_id
    },

    async history(promptId: string, signal: AbortSignal): Promise<HistoryEntry | undefined> {
      const reply = await call(`/history/${encodeURIComponent(promptId)}`, { signal })
      return parse(historyReply, reply)[promptId]
    },

    recentHistory: async (signal: AbortSignal): Promise<Readonly<Record<string, HistoryEntry>>> =>
      parse(historyReply, await call(`/history?max_items=${historyEntries}`, { signal })),

    queue: async (signal: AbortSignal) => parse(queueReply, await call('/queue', { signal })),

    async removeFromQueue(promptId: string, signal: AbortSignal): Promise<void> {
      await post('/queue', { delete: [promptId] }, signal)
    },

    /** Servers before 2025 interrupt whatever runs. */
    async interrupt(promptId: string, signal: AbortSignal): Promise<void> {
      await post('/interrupt', { prompt_id: promptId }, signal)
    },

    async view({ filename, subfolder, type }: OutputFile, signal: AbortSignal): Promise<Buffer | undefined> {
      const query = new URLSearchParams({ filename, subfolder, type })
      const headers = { accept: '*/*' }
      const reply = await call(`/view?${query}`, { headers, maxBytes: maxImageBytes, signal })
      if (reply.status === 404) return undefined
      if (reply.status !== 200) throw failureOf(reply)
      return reply.content
    },

    async upload(name: string, content: Uint8Array, signal: AbortSignal): Promise<string> {
      const form = formOf({ subfolder: 'vermilion', type: 'input', overwrite: 'true' }, { name, content })
      const reply = await call('/upload/image', { method: 'POST', ...form, signal })
      const { name: stored, subfolder } = parse(uploadReply, reply)
      return subfolder === '' ? stored : `${subfolder}/${stored}`
    },

    async objectInfo(classType: string | null, signal: AbortSignal): Promise<ObjectInfo> {
      const path = classType === null ? '/object_info' : `/object_info/${encodeURIComponent(classType)}`
      return parse(objectInfoReply, await call(path, { signal }))
    },
  }
}

const tooLate = (seconds: number) => ({
  en: `no complete answer within ${seconds} s`,
  zh: `${seconds} 秒内没有得到完整响应`,
})

const maxReasonLength = 600

function reasonOf({ error, node_errors: nodes }: z.output<typeof refusal>): string {
  const textOf = ({ message, details }: { message: string; details: string }) =>
    [message, details].filter((text) => text !== '').join(': ')
  const ofNodes = Object.entries(nodes).map(
    ([id, { class_type: classType, errors }]) => `${classType} (${id}): ${errors.map(textOf).join(', ')}`,
  )
  const reason = ofNodes.length > 0 ? ofNodes.join('; ') : textOf(error)
  return reason.length > maxReasonLength ? `${reason.slice(0, maxReasonLength)}…` : reason
}
