import { createReadStream } from 'node:fs'
import { Agent, request } from 'node:http'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import type { Blob } from '../blob-store.ts'
import type { RemoteContents } from '../remote.ts'

type RemoteBlob = Blob & { readonly putAt: number }

export function httpContents(address: string): RemoteContents {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })

  async function call(
    path: string,
    options: RequestOptions,
    send?: (sent: ReturnType<typeof request>) => Promise<void>,
  ): Promise<IncomingMessage> {
    const sent = request(`${address}/${path}`, { ...options, agent })
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    sent.on('response', resolve).on('error', reject)
    // The response may come, or the connection end, before all was sent.
    if (send === undefined) sent.end()
    else send(sent).catch(reject)
    const response = await promise
    const { statusCode = 0 } = response
    if (statusCode >= 200 && statusCode < 300) return response
    response.resume()
    if (statusCode === 404) throw Object.assign(new Error(`there is no ${path}`), { code: 'ENOENT' })
    throw new Error(`the store replied with ${statusCode}`)
  }

  return {
    async write({ checksum, size }, content, signal) {
      const options = { method: 'PUT', headers: { 'content-length': size }, ...(signal && { signal }) }
      const parts = typeof content === 'string' ? createReadStream(content) : [content]
      const response = await call(checksum, options, (sent) => pipeline(parts, sent))
      response.resume()
    },
    async read(checksum, range) {
      const headers = range ? { range: `bytes=${range.start}-${range.end}` } : {}
      const stream = await call(checksum, { headers })
      return { size: Number(stream.headers['content-length']), stream }
    },
    async stat(checksum) {
      const response = await call(checksum, { method: 'HEAD' }).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      if (response === undefined) return undefined
      response.resume()
      const { 'content-length': size, 'x-put-at': putAt } = response.headers
      return { checksum, size: Number(size), putAt: Number(putAt) }
    },
    async delete(checksum) {
      ;(await call(checksum, { method: 'DELETE' })).resume()
    },
    async *list() {
      const lines = createInterface({ input: await call('', {}), crlfDelay: Number.POSITIVE_INFINITY })
      for await (const line of lines) yield JSON.parse(line) as RemoteBlob
    },
  }
}
