import { fillPath } from '@vermilion/contract/kernel/endpoint'
import { terminalNews, terminalProtocol, terminalSocketPath } from '@vermilion/contract/terminals'
import type { TerminalNews, TerminalWish } from '@vermilion/contract/terminals'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { TestServer } from './start-server.ts'

export function knock(server: TestServer, id: string, headers: Record<string, string>, protocols: string[] = []) {
  const socket = new WebSocket(addressOf(server, id, 0), [terminalProtocol, ...protocols], { headers })
  return new Promise<number>((resolve) => {
    socket.on('error', () => {})
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.on('open', () => {
      resolve(101)
      socket.terminate()
    })
  })
}

export type Viewing = Awaited<ReturnType<typeof lookAt>>

/** Views a terminal like a console: from a byte of its output on, acknowledging what it shows. */
export async function lookAt(server: TestServer, id: string, { from = 0, shows = true } = {}) {
  const headers = { authorization: `Bearer ${server.token}` }
  const socket = new WebSocket(addressOf(server, id, from), terminalProtocol, { headers })
  const news: TerminalNews[] = []
  const parts: Buffer[] = []
  let offset = from
  let size = 0
  const send = (request: TerminalWish) => socket.send(JSON.stringify(request))
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) {
      parts.push(data)
      offset += data.length
      size += data.length
      if (shows) send({ type: 'shown', offset })
      return
    }
    const reported = terminalNews.parse(JSON.parse(data.toString()))
    news.push(reported)
    if (reported.type === 'position') offset = reported.from
  })
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  const text = () => Buffer.concat(parts).toString()
  const report = <Type extends TerminalNews['type']>(type: Type) =>
    news.filter((one): one is Extract<TerminalNews, { type: Type }> => one.type === type)
  return {
    text,
    told: report,
    send,
    closed,
    socket,
    offset: () => offset,
    size: () => size,
    type: (inputText: string) => socket.send(Buffer.from(inputText)),
    async shows(requested: string) {
      while (!text().includes(requested)) await delay(10)
    },
  }
}

const addressOf = ({ address }: TestServer, id: string, from: number) =>
  `${address.replace('http', 'ws')}/api/v1${fillPath(terminalSocketPath, { terminalId: id })}?from=${from}`
