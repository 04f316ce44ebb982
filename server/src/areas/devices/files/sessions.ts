import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { fail, Failure } from '@vermilion/contract/kernel/errors'
import type { Lifecycle } from '#platform/lifecycle'
import type { DeviceConnections } from '../connection/connections.ts'
import type { DeviceConnection } from '../connection/connection.ts'
import { cleanText } from '../monitoring/lines.ts'
import { openDeviceSftp } from './sftp/device-sftp.ts'
import { NoSftp, type Sftp } from './sftp/sftp.ts'

/** Separate sessions, so that browsing does not wait behind transfers. */
export type SessionPurpose = 'browse' | 'transfer'

/** Idle milliseconds before a session closes. */
const idleTime = 30_000

/** Maximum milliseconds between the end of a connection's channels and its own. */
const endTime = 1_000

interface Session {
  readonly connection: DeviceConnection
  readonly opening: Promise<Sftp>
  users: number
  timer: NodeJS.Timeout | null
}

export type SftpSessions = ReturnType<typeof createSftpSessions>

interface Needs {
  readonly connections: DeviceConnections
  readonly lifecycle: Lifecycle
  readonly nameOf: (deviceId: string) => Promise<string>
}

export function createSftpSessions({ connections, lifecycle, nameOf }: Needs) {
  const sessions = new Map<string, Session>()
  lifecycle.onStop(() => {
    for (const session of sessions.values()) {
      if (session.timer !== null) clearTimeout(session.timer)
      end(session)
    }
  })

  async function open(connection: DeviceConnection, deviceId: string): Promise<Sftp> {
    try {
      return await openDeviceSftp(connection)
    } catch (error) {
      if (error instanceof Failure) throw error
      const name = await nameOf(deviceId)
      const isLost = await Promise.race([connection.closed.then(() => true), delay(endTime, false, { ref: false })])
      if (isLost) throw fail('device.offline', { name })
      if (error instanceof NoSftp) throw fail('device.login-prints', { name, printed: cleanText(error.printed) })
      throw fail('device.no-sftp', { name })
    }
  }

  async function take(deviceId: string, purpose: SessionPurpose): Promise<{ sftp: Sftp; release: () => void }> {
    const connection = await connections.require(deviceId)
    const key = `${deviceId} ${purpose}`
    let session = sessions.get(key)
    const existing = await session?.opening.catch(() => undefined)
    session = sessions.get(key)
    if (session === undefined || session.connection !== connection || existing?.isOpen() !== true) {
      session = { connection, opening: open(connection, deviceId), users: 0, timer: null }
      sessions.set(key, session)
    }
    const current = session
    current.users += 1
    if (current.timer !== null) clearTimeout(current.timer)
    current.timer = null
    let isReleased = false
    const release = () => {
      if (isReleased) return
      isReleased = true
      current.users -= 1
      if (current.users > 0) return
      current.timer = setTimeout(() => {
        if (sessions.get(key) === current) sessions.delete(key)
        end(current)
      }, idleTime).unref()
    }
    try {
      return { sftp: await current.opening, release }
    } catch (error) {
      if (sessions.get(key) === current) sessions.delete(key)
      release()
      throw error
    }
  }

  return {
    /** A stream that holds a session until it is closed. Its generator may never start, and so does not release it. */
    async stream(deviceId: string, open: (sftp: Sftp) => Promise<AsyncGenerator<Uint8Array>>): Promise<Readable> {
      const { sftp, release } = await take(deviceId, 'transfer')
      try {
        const content = await open(sftp)
        return Readable.from(content, { objectMode: false, highWaterMark: 1024 * 1024 }).once('close', release)
      } catch (error) {
        release()
        throw error
      }
    },
    async use<Result>(
      deviceId: string,
      purpose: SessionPurpose,
      work: (sftp: Sftp) => Promise<Result>,
    ): Promise<Result> {
      const { sftp, release } = await take(deviceId, purpose)
      try {
        return await work(sftp)
      } finally {
        release()
      }
    },
  }
}

function end({ opening }: Session): void {
  opening.then(
    (sftp) => sftp.end(),
    () => undefined,
  )
}
