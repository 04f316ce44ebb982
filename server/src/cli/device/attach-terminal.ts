import { setTimeout as wait } from 'node:timers/promises'
import { basePath, fillPath } from '@vermilion/contract/kernel/endpoint'
import { maxInput, terminalNews, terminalProtocol, terminalSocketPath } from '@vermilion/contract/terminals'
import type { TerminalWish } from '@vermilion/contract/terminals'
import { type RawData, WebSocket } from 'ws'

interface Server {
  url: string
  token: string
}

/** Ctrl+] */
const leaveKey = 0x1d
const endOfInput = '\u0004'
const retryDelay = 1_000
const goneStatus = 404
const closedCode = 4404

type Ending = number | 'left'

export async function attachTerminal(server: Server, terminalId: string): Promise<Ending> {
  const position = { offset: 0 }
  const { stdin } = process
  if (stdin.isTTY) stdin.setRawMode(true)
  try {
    for (;;) {
      const ending = await view(server, terminalId, position)
      if (ending !== 'cut') return ending
      await wait(retryDelay)
    }
  } finally {
    if (stdin.isTTY) stdin.setRawMode(false)
    stdin.pause()
  }
}

function view({ url, token }: Server, terminalId: string, position: { offset: number }): Promise<Ending | 'cut'> {
  const { stdin, stdout } = process
  const path = `${basePath}${fillPath(terminalSocketPath, { terminalId })}?from=${position.offset}`
  const headers = { authorization: `Bearer ${token}` }
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${path}`, terminalProtocol, { headers })
  const send = (request: TerminalWish) => socket.readyState === socket.OPEN && socket.send(JSON.stringify(request))
  const resize = () => {
    const { columns, rows } = stdout
    if (columns > 1 && rows > 1) send({ type: 'size', columns, rows })
  }
  const ending = Promise.withResolvers<Ending | 'cut'>()
  const type = (bytes: Buffer) => {
    const leaving = stdin.isTTY ? bytes.indexOf(leaveKey) : -1
    const typed = leaving === -1 ? bytes : bytes.subarray(0, leaving)
    for (let from = 0; from < typed.length; from += maxInput / 4)
      if (socket.readyState === socket.OPEN) socket.send(typed.subarray(from, from + maxInput / 4))
    if (leaving !== -1) ending.resolve('left')
  }
  const close = () => type(Buffer.from(endOfInput))

  function take(data: RawData, isBinary: boolean): void {
    if (!Buffer.isBuffer(data)) return
    if (isBinary) {
      position.offset += data.length
      const { offset } = position
      stdout.write(data, () => send({ type: 'shown', offset }))
      return
    }
    const message = terminalNews.parse(JSON.parse(data.toString()))
    if (message.type === 'position') position.offset = message.from
    else if (message.type === 'exit') ending.resolve(message.exit.code)
    else if (message.type === 'line' && message.state === 'disconnected')
      process.stderr.write('\r\n[the device cannot be reached now; what you type is sent once it is back]\r\n')
  }

  socket.on('open', () => {
    resize()
    stdout.on('resize', resize)
    stdin.on('data', type)
    stdin.on('end', close)
    stdin.resume()
  })
  socket.on('message', take)
  socket.on('unexpected-response', (_request, response) => {
    if (response.statusCode === goneStatus) ending.reject(new Error(`There is no terminal ${terminalId} any more`))
    else if ((response.statusCode ?? 0) < 500) ending.reject(new Error(`The server refused: ${response.statusCode}`))
    else ending.resolve('cut')
  })
  socket.on('error', () => ending.resolve('cut'))
  socket.on('close', (code) =>
    code === closedCode ? ending.reject(new Error('The terminal was closed')) : ending.resolve('cut'),
  )
  return ending.promise.finally(() => {
    stdout.off('resize', resize)
    stdin.off('data', type)
    stdin.off('end', close)
    // Meanwhile typed input waits.
    stdin.pause()
    socket.terminate()
  })
}
