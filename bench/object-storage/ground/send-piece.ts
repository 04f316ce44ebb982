import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { BenchServer } from '../../spaces/ground/server.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Sends a piece of an upload by a bare request: `fetch` would take more of the processor than what is measured. */
export async function sendPiece(server: BenchServer, path: string, offset: number, piece: Buffer): Promise<void> {
  const base = server.base()
  const headers = {
    ...base.headers,
    'tus-resumable': '1.0.0',
    'content-type': 'application/offset+octet-stream',
    'content-length': piece.length,
    'upload-offset': offset,
  }
  const sent = request(`${base.address}${path}`, { method: 'PATCH', agent, headers })
  sent.end(piece)
  const [reply] = (await once(sent, 'response')) as [IncomingMessage]
  const response = await text(reply)
  if (reply.statusCode !== 204) throw new Error(`${reply.statusCode} ${response}`)
}
