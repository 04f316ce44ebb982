import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { basePath } from '@vermilion/contract/kernel/endpoint'
import type { RunningServer } from '../server.ts'

interface LateRequest {
  readonly method: string
  /** Relative to the API's base path, unless it begins with another one. */
  readonly path: string
  readonly token: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

export interface LateAnswer {
  /** 0 when the connection ended without a response. */
  readonly status: number
  readonly head: string
  readonly body: string
}

export async function beginRequest(server: RunningServer, { method, path, token, headers, body }: LateRequest) {
  const { port, hostname } = new URL(server.address)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const fields = {
    host: 'localhost',
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    // Makes the server confirm that it has read the headers.
    expect: '100-continue',
    ...headers,
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
  socket.write(
    `${method} ${/^\/(?:mcp|api)\b/.test(path) ? path : basePath + path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`,
  )
  const response = text(socket).catch(() => '')
  return {
    async send(): Promise<LateAnswer> {
      if (socket.writable) socket.write(body)
      const [head = '', rest = ''] = (await response).replace(/^HTTP\/1.1 100 Continue\r\n\r\n/, '').split('\r\n\r\n')
      return { status: Number(head.split(' ')[1] ?? 0), head, body: rest }
    },
  }
}
