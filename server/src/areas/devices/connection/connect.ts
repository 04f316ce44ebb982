import type { Duplex } from 'node:stream'
import type { DeviceCredentials, HostKey } from '@vermilion/contract/devices/access'
import type ssh2 from 'ssh2'
import type { SocketTraffic } from '#platform/socket-traffic'
import { connectionOf, type DeviceConnection } from './connection.ts'
import { openDeviceSocket } from './device-socket.ts'
import { hostKeyOf, preferredHostKeys } from '../keys/host-key.ts'
import { ConnectFailed, problemOf } from './problems.ts'
import { loadSsh } from './ssh-library.ts'

/** In milliseconds. */
const readyTimeout = 15_000
/** Milliseconds between keepalives, and the number that may stay unanswered. */
const keepaliveInterval = 10_000
const keepaliveCountMax = 3

/** AES-GCM is fastest on common processors. */
const ciphers = [
  'aes128-gcm@openssh.com',
  'aes256-gcm@openssh.com',
  'aes128-ctr',
  'aes192-ctr',
  'aes256-ctr',
  'chacha20-poly1305@openssh.com',
]

export type Authentication =
  | Exclude<DeviceCredentials, { method: 'server-key' | 'agent' }>
  | { method: 'agent'; socket: string }

export interface ConnectionTarget {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly authentication: Authentication
  /** The expected host key; null rejects any key, to learn it. */
  readonly hostKey: HostKey | null
  readonly socket?: Duplex
  readonly traffic?: Pick<SocketTraffic, 'add'>
  readonly signal?: AbortSignal
}

/**
 * Rejects with `ConnectFailed`, with the presented key for `host-key-unconfirmed` and `host-key-changed`.
 * No credentials are sent before the host key matches.
 */
export function connect(target: ConnectionTarget): Promise<DeviceConnection> {
  const { hostKey: confirmed, authentication, signal } = target
  const client = new (loadSsh().Client)()
  const closed = new Promise<Error | null>((resolve) => {
    let reason: Error | null = null
    client.on('error', (error) => {
      reason ??= error
    })
    client.once('close', () => resolve(reason))
  })
  return new Promise((resolve, reject) => {
    let presented: HostKey | null = null
    if (signal?.aborted === true) {
      target.socket?.destroy()
      return reject(new ConnectFailed('connection-lost', 'it was given up'))
    }
    // ssh2's `destroy` does nothing after `end`: an unresponsive device would stay connected until TCP times out.
    const { socket, shareBuffer } =
      target.socket === undefined ? openDeviceSocket(target) : { socket: target.socket, shareBuffer: () => undefined }
    target.traffic?.add(socket)
    const giveUp = () => void socket.destroy()
    signal?.addEventListener('abort', giveUp)
    const settle = (action: () => void) => {
      signal?.removeEventListener('abort', giveUp)
      action()
    }
    // The AES-GCM ciphers copy their data.
    client.once('handshake', ({ sc }) => {
      if (sc.cipher.includes('gcm')) shareBuffer()
    })
    client.once('ready', () => settle(() => resolve(connectionOf(client, { closed, destroy: giveUp }))))
    void closed.then((error) => settle(() => reject(connectFailure(error, { presented, confirmed }))))
    try {
      client.connect({
        sock: socket,
        username: target.username,
        ...secretsOf(authentication),
        readyTimeout,
        keepaliveInterval,
        keepaliveCountMax,
        algorithms: {
          cipher: ciphers as ssh2.CipherAlgorithm[],
          serverHostKey: preferredHostKeys(confirmed) as ssh2.ServerHostKeyAlgorithm[],
        },
        hostVerifier(key: Buffer) {
          presented = hostKeyOf(key)
          return presented.fingerprint === confirmed?.fingerprint
        },
      })
    } catch (error) {
      // Usually an unreadable private key.
      socket.on('error', () => undefined).destroy()
      settle(() =>
        reject(new ConnectFailed('authentication-failed', error instanceof Error ? error.message : String(error))),
      )
    }
  })
}

function connectFailure(
  error: Error | null,
  { presented, confirmed }: { presented: HostKey | null; confirmed: HostKey | null },
): ConnectFailed {
  if (presented !== null && presented.fingerprint !== confirmed?.fingerprint) {
    const problem = confirmed === null ? 'host-key-unconfirmed' : 'host-key-changed'
    return new ConnectFailed(problem, `the host key is ${presented.fingerprint}`, presented)
  }
  if (error === null) return new ConnectFailed('connection-lost', 'the device closed the connection')
  return new ConnectFailed(problemOf(error), error.message)
}

function secretsOf(authentication: Authentication): ssh2.ConnectConfig {
  if (authentication.method === 'agent') return { agent: authentication.socket }
  if (authentication.method === 'password') return { password: authentication.password, tryKeyboard: false }
  const { privateKey, passphrase } = authentication
  return { privateKey, ...(passphrase !== undefined && { passphrase }) }
}
