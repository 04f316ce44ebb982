import { WebSocket } from 'ws'
import { z } from 'zod'
import { bearer, readJsonText, refuseMetadata, safeLookup } from '#areas/settings'
import type { ComfyuiService } from './client.ts'

/** Bytes of a message at most: previews come as pictures. */
const mostMessage = 32 * 1_048_576
/** Milliseconds until a connection must stand. */
const longestHandshake = 10_000

const message = z.object({
  type: z.string(),
  data: z.object({ prompt_id: z.string(), node: z.string().nullish() }),
})

/** News after which the history has something to tell. */
function isEnd({ type, data }: z.output<typeof message>): boolean {
  if (type === 'executing') return data.node === null
  return ['execution_success', 'execution_error', 'execution_interrupted'].includes(type)
}

export type ProgressSocket = ReturnType<typeof createProgressSocket>

/**
 * What a ComfyUI server says by itself while it works. It only wakes those who wait: what became of a prompt stands in
 * the history, so that nothing is lost where the socket breaks or says something strange.
 */
export function createProgressSocket({ settings: { url, token } }: ComfyuiService, clientId: string) {
  const wakers = new Map<string, () => void>()
  let socket: WebSocket | undefined

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
      maxPayload: mostMessage,
      handshakeTimeout: longestHandshake,
      followRedirects: false,
      lookup: safeLookup,
    })
    next.on('error', () => next.terminate())
    next.on('message', (data, isBinary) => {
      if (isBinary) return
      const parsed = message.safeParse(readJsonText(String(data)))
      if (parsed.success && isEnd(parsed.data)) wakers.get(parsed.data.data.prompt_id)?.()
    })
    socket = next
  }

  function close(): void {
    socket?.terminate()
    socket = undefined
  }

  return {
    clientId,
    /** Connects where it is not yet, or no longer. */
    connect,
    /** Calls `wake` once a prompt has ended; the answer ends that. */
    watch(promptId: string, wake: () => void): () => void {
      connect()
      wakers.set(promptId, wake)
      return () => {
        wakers.delete(promptId)
        if (wakers.size === 0) close()
      }
    },
    close,
  }
}
