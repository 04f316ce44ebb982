import type { Duplex } from 'node:stream'
import type { DeviceCredentials, HostKey } from '@vermilion/contract/devices/access'
import type ssh2 from 'ssh2'
import type { SocketTraffic } from '#platform/socket-traffic'
import { connectionOf } from './connection.ts'
import type { DeviceConnection } from './connection.ts'
import { openDeviceSocket } from './device-socket.ts'
import { hostKeyOf, preferredHostKeys } from './host-key.ts'
import { ConnectFailed, problemOf } from './problems.ts'
import { loadSsh } from './ssh-library.ts'

/** Milliseconds from the first packet to being signed in, the connection of TCP included. */
const readyTimeout = 15_000
/** Milliseconds between two signs of life on a silent connection, and how many may stay unanswered. */
const keepaliveInterval = 10_000
const keepaliveCountMax = 3

/** AES in counter mode with its own checksum is what processors do fastest. */
const ciphers = [
  'aes128-gcm@openssh.com',
  'aes256-gcm@openssh.com',
  'aes128-ctr',
  'aes192-ctr',
  'aes256-ctr',
  'chacha20-poly1305@openssh.com',
]

/** How a device is signed in to, with all secrets open. */
export type Authentication =
  | Exclude<DeviceCredentials, { method: 'server-key' | 'agent' }>
  | { method: 'agent'; socket: string }

export interface ConnectionTarget {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly authentication: Authentication
  /** The key that the device must show; null trusts none, so that what it shows is told. */
  readonly hostKey: HostKey | null
  /** A stream to the device instead of a connection of one's own: through a jump device or a tunnel. */
  readonly socket?: Duplex
  /** Counts what goes through. */
  readonly traffic?: Pick<SocketTraffic, 'add'>
  readonly signal?: AbortSignal
}

/**
 * Signs in to a device. Rejects with `ConnectFailed`; `host-key-unconfirmed` and `host-key-changed` carry the key that was
 * presented, and nothing was sent to the device that could be of use to another one.
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
    // Its own `destroy` does nothing once it was told to end: who hangs would stay connected until TCP gives up.
    const { socket, shareBuffer } =
      target.socket === undefined ? openDeviceSocket(target) : { socket: target.socket, shareBuffer: () => undefined }
    target.traffic?.add(socket)
    const giveUp = () => void socket.destroy()
    signal?.addEventListener('abort', giveUp)
    const settle = (action: () => void) => {
      signal?.removeEventListener('abort', giveUp)
      action()
    }
    // Those of AES-GCM copy what they decrypt.
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
      // A private key that cannot be read, above all.
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
