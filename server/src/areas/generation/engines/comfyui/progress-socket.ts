import { once } from 'node:events'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { bearer, readJsonText, refuseMetadata, safeLookup } from '#areas/settings'
import type { ImageProgress } from '../engine.ts'
import type { ComfyuiService } from './client.ts'

/** Maximum bytes of a message, which may contain a preview. */
const maxMessageBytes = 32 * 1_048_576
const maxHandshakeMs = 10_000
const maxWaitMs = 1_000

const maxPreviewBytes = 4 * 1_048_576
/** Bytes of a binary message's header: kind (1 is a preview) and format, 32 bits each. */
const previewHeader = 8
const previewKind = 1

const number = z.number().min(0).optional().catch(undefined)

const message = z.object({
  type: z.string(),
  data: z.object({
    prompt_id: z.string(),
    node: z.string().nullish(),
    value: number,
    max: number,
    nodes: z
      .record(z.string(), z.object({ value: z.number().min(0), max: z.number(), state: z.string() }))
      .optional()
      .catch(undefined),
  }),
})
type Message = z.output<typeof message>

function isEnd({ type, data }: Message): boolean {
  if (type === 'executing') return data.node === null
  return ['execution_success', 'execution_error', 'execution_interrupted'].includes(type)
}

function stepsOf({ type, data: { value, max, nodes } }: Message): ImageProgress['steps'] {
  const node =
    type === 'progress' ? { value, max } : Object.values(nodes ?? {}).find(({ state }) => state === 'running')
  if (node?.value === undefined || node.max === undefined || node.max <= 1) return undefined
  return { done: Math.round(Math.min(node.value, node.max)), of: Math.round(node.max) }
}

interface Watcher {
  wake(): void
  tell: ((progress: ImageProgress) => void) | undefined
}

export type ProgressSocket = ReturnType<typeof createProgressSocket>

/** Messages wake waiters and show progress; outcomes come from the history, so a broken socket loses nothing. */
export function createProgressSocket({ settings: { url, token } }: ComfyuiService, clientId: string) {
  const watchers = new Map<string, Watcher>()
  let socket: WebSocket | undefined
  /** The active prompt, since previews do not name theirs, with its progress before anybody watched. */
  let current: ({ promptId: string } & ImageProgress) | undefined

  function tell(progress: ImageProgress): void {
    if (current === undefined) return
    current = { ...current, ...progress }
    watchers.get(current.promptId)?.tell?.(progress)
  }

  function hear(text: string): void {
    const parsed = message.safeParse(readJsonText(text))
    if (!parsed.success) return
    const { prompt_id: promptId } = parsed.data.data
    if (isEnd(parsed.data)) {
      current = undefined
      return watchers.get(promptId)?.wake()
    }
    if (current?.promptId !== promptId) current = { promptId }
    const steps = stepsOf(parsed.data)
    if (steps !== undefined) tell({ steps })
  }

  function hearPreview(content: Buffer): void {
    const isPreview = content.length > previewHeader && content.readUInt32BE(0) === previewKind
    if (isPreview && content.length <= maxPreviewBytes) tell({ preview: content.subarray(previewHeader) })
  }

  function connect(): void {
    const isAlive = socket !== undefined && socket.readyState <= WebSocket.OPEN
    if (isAlive) return
    try {
      refuseMetadata(url)
    } catch {
      return
    }
    const address = `${url.replace(/^http/, 'ws')}/ws?clientId=${encodeURIComponent(clientId)}`
    const next = new WebSocket(address, {
      headers: bearer(token),
      maxPayload: maxMessageBytes,
      handshakeTimeout: maxHandshakeMs,
      followRedirects: false,
      lookup: safeLookup,
    })
    next.on('error', () => next.terminate())
    next.on('message', (data, isBinary) => {
      if (!isBinary) hear(String(data))
      else if (Buffer.isBuffer(data)) hearPreview(data)
    })
    socket = next
  }

  function close(): void {
    socket?.terminate()
    socket = undefined
  }

  return {
    clientId,
    connect,
    async connected(signal: AbortSignal): Promise<void> {
      connect()
      if (socket?.readyState !== WebSocket.CONNECTING) return
      const late = AbortSignal.any([signal, AbortSignal.timeout(maxWaitMs)])
      await Promise.race([once(socket, 'open', { signal: late }), once(socket, 'close', { signal: late })]).catch(
        () => undefined,
      )
    },
    watch(promptId: string, watcher: Watcher): () => void {
      connect()
      watchers.set(promptId, watcher)
      if (current?.promptId === promptId) watcher.tell?.(current)
      return () => {
        watchers.delete(promptId)
        if (watchers.size === 0) close()
      }
    },
    close,
  }
}
