import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import ssh2 from 'ssh2'
import type { Connection, ServerChannel, SFTPWrapper } from 'ssh2'
import { hostKeyOf } from '../keys/host-key.ts'
import { generateKeyPair } from '../keys/key-pair.ts'

export interface HostileServer {
  readonly host: string
  readonly port: number
  readonly fingerprint: string
  readonly connections: () => number
  stop(): Promise<void>
}

export async function startSocketServer(onSocket: (socket: Socket) => void): Promise<HostileServer> {
  return listen((socket) => {
    // A socket must be read to notice its end.
    socket.resume()
    onSocket(socket)
  }, '')
}

interface SshBehaviour {
  readonly authenticate?: (accept: () => void) => void
  /** Handler of a channel; undefined refuses all channels. */
  readonly run?: (channel: ServerChannel, command: string) => void
  readonly sftp?: (session: SFTPWrapper) => void
}

export async function startSshServer({
  authenticate = (accept) => accept(),
  run,
  sftp,
}: SshBehaviour): Promise<HostileServer> {
  const pair = generateKeyPair('hostile')
  const key = ssh2.utils.parseKey(pair.public)
  if (key instanceof Error) throw key
  const ssh = new ssh2.Server({ hostKeys: [pair.private] }, (client: Connection) => {
    client.on('error', () => undefined)
    client.on('authentication', (request) => {
      if (request.method === 'password') authenticate(() => request.accept())
      else request.reject(['password'])
    })
    client.on('session', (accept) => {
      if (run === undefined && sftp === undefined) return
      const session = accept()
      session.on('exec', (acceptCommand, _reject, { command }) => {
        const channel = acceptCommand()
        channel.resume()
        run?.(channel, command)
      })
      if (sftp !== undefined) session.on('sftp', (acceptSftp) => sftp(acceptSftp()))
    })
  })
  return listen((socket) => ssh.injectSocket(socket), hostKeyOf(key.getPublicSSH()).fingerprint)
}

async function listen(onSocket: (socket: Socket) => void, fingerprint: string): Promise<HostileServer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    onSocket(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    fingerprint,
    connections: () => sockets.size,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

export function beginCommand(channel: ServerChannel, command: string, goOn: () => void): void {
  const [, first = '', second = ''] = /(vermilion-[0-9a-f]{12})\W+([0-9a-f]{12})/.exec(command) ?? []
  channel.stderr.write(`${first}${second}\n`)
  channel.write(`${first}${second} 4711\n`)
  channel.once('data', goOn)
}

export function writeForever(stream: NodeJS.WritableStream, part: Buffer): void {
  let isOpen = true
  stream.once('close', () => {
    isOpen = false
  })
  const write = () => {
    while (isOpen && stream.write(part));
    if (isOpen) stream.once('drain', write)
  }
  write()
}
