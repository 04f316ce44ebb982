import { once } from 'node:events'
import type { RawData, WebSocket } from 'ws'
import { signalOf } from '#platform/processes/supervisor'
import { commandMarks, shellCommand } from '#platform/terminals/command-marks'
import type { Terminal, TerminalOrder } from '#platform/terminals/terminal'
import type { KubernetesClient } from './client/client.ts'

/** The first byte of a message, in both protocols. */
const channels = { input: 0, output: 1, status: 3, size: 4 } as const
const protocols = ['v5.channel.k8s.io', 'v4.channel.k8s.io']
const lineFeed = 0x0a
const maxAnnouncementBytes = 4_096

/** Prints its process id first, then sets variables and executes the command. */
const announcing = `printf "%s\\n" "$$"; while [ "$1" != -- ]; do export "$1"; shift; done; shift; exec "$@"`
/** Runtimes do not end a command when its connection closes. */
const hangUp = 'kill -HUP "-$0"; kill -HUP "$0"; sleep 1; kill -KILL "-$0"; kill -KILL "$0"'

interface StatusMessage {
  status?: 'Success' | 'Failure'
  message?: string
  details?: { causes?: { reason?: string; message?: string }[] }
}

export async function openTerminal(client: KubernetesClient, path: string, order: TerminalOrder): Promise<Terminal> {
  const variables = Object.entries({ TERM: 'xterm-256color', ...commandMarks })
  const marks = variables.map(([name, value]) => `${name}=${value}`)
  const argv = ['/bin/sh', '-c', announcing, 'sh', ...marks, '--', ...(order.argv ?? shellCommand)]
  const socket = await openExec(client, path, argv, ['stdin', 'tty'])
  let last: StatusMessage | undefined
  let pid: string | undefined
  let early: Buffer[] = []
  const listeners = new Set<(bytes: Buffer) => void>()
  const started = Promise.withResolvers<void>()
  const exit = Promise.withResolvers<{ code: number; signal: string | null }>()

  const resize = (columns: number, rows: number) =>
    send(socket, channels.size, JSON.stringify({ Width: columns, Height: rows }))

  function deliver(bytes: Buffer): void {
    if (bytes.length === 0) return
    if (listeners.size === 0) early.push(bytes)
    for (const listener of listeners) listener(bytes)
  }

  /** Terminals may print what is typed before the announcement. */
  function readAnnouncement(bytes: Buffer): void {
    early.push(bytes)
    const all = Buffer.concat(early)
    const end = all.indexOf(lineFeed)
    if (end < 0) return void (all.length > maxAnnouncementBytes && socket.close())
    const line = all.toString('latin1', 0, end).trim()
    if (!/^\d+$/.test(line)) return socket.close()
    pid = line
    early = all.length > end + 1 ? [all.subarray(end + 1)] : []
    started.resolve()
  }

  socket.on('message', (message: RawData) => {
    const bytes = message as Buffer
    const content = bytes.subarray(1)
    if (bytes[0] === channels.status) last = JSON.parse(content.toString()) as StatusMessage
    else if (bytes[0] === channels.output) (pid === undefined ? readAnnouncement : deliver)(content)
  })
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    const reason = Buffer.concat(early).toString().trim() || last?.message || 'there is no shell in the image'
    started.reject(new Error(`no terminal could be opened: ${reason}`))
    exit.resolve(exitOf(last))
  })
  resize(order.columns, order.rows)
  await started.promise

  return {
    onData(listener) {
      listeners.add(listener)
      const reported = early
      early = []
      for (const bytes of reported) listener(bytes)
      return () => void listeners.delete(listener)
    },
    write: (bytes) => send(socket, channels.input, bytes),
    unread: () => socket.bufferedAmount,
    resize,
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    exit: exit.promise,
    kill() {
      void openExec(client, path, ['/bin/sh', '-c', hangUp, pid ?? ''])
        .then((hanging) => once(hanging, 'close'))
        .catch(() => undefined)
        .finally(() => socket.terminate())
    },
  }
}

function send(socket: WebSocket, channel: number, content: Buffer | string): void {
  if (socket.readyState === socket.OPEN) socket.send(Buffer.concat([Buffer.from([channel]), Buffer.from(content)]))
}

function openExec(
  client: KubernetesClient,
  path: string,
  argv: readonly string[],
  streams: readonly string[] = [],
): Promise<WebSocket> {
  const query = new URLSearchParams({ container: 'main', stdout: 'true' })
  for (const name of streams) query.set(name, 'true')
  for (const argument of argv) query.append('command', argument)
  return client.openSocket(path, query, protocols)
}

/** Without a status the command went with its container. */
function exitOf(last: StatusMessage | undefined): { code: number; signal: string | null } {
  if (last?.status === 'Success') return { code: 0, signal: null }
  const cause = last?.details?.causes?.find(({ reason }) => reason === 'ExitCode')
  const code = Number(cause?.message ?? 137)
  return { code, signal: signalOf(code) }
}
