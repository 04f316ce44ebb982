import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { DeviceUploadState } from '@vermilion/contract/devices/file-uploads'
import { deviceChild, deviceFileName, deviceParent, pathBytes, pathText } from '@vermilion/contract/devices/file-paths'
import { fail } from '@vermilion/contract/kernel/errors'
import { CommandFailed } from '../connection/connection.ts'
import type { DeviceConnections } from '../connection/connections.ts'
import type { KeepDeviceRecord } from '../records/records.ts'
import { checksumOn } from './checksums.ts'
import { typeOf } from './entries.ts'
import { about, writing } from './failures.ts'
import { absolutePath, ensureFolder } from './paths.ts'
import type { SftpSessions } from './sessions.ts'
import { type Attributes, open, status } from './sftp/packets.ts'
import { type Sftp, SftpRefused } from './sftp/sftp.ts'
import { writeFrom } from './sftp/transfer.ts'
import { createStreamedHashes, type StreamedHash } from './streamed-hashes.ts'

export interface UploadOrder {
  readonly path: string
  readonly size: number
  /** Milliseconds since 1970. */
  readonly modifiedAt: number
  readonly conflict: 'refuse' | 'replace'
}

interface Needs {
  readonly sessions: SftpSessions
  readonly connections: DeviceConnections
  readonly keepRecord: KeepDeviceRecord
  readonly changed: (deviceId: string) => void
}

/**
 * The part file beside the target is the only state, so an upload resumes after any interruption of server, connection or client.
 */
export function createDeviceUploads({ sessions, connections, keepRecord, changed }: Needs) {
  const busy = new Set<string>()
  const hashes = createStreamedHashes()

  /** Two writers would corrupt a part file. */
  async function alone<Result>(deviceId: string, part: string, work: () => Promise<Result>): Promise<Result> {
    const key = `${deviceId} ${part}`
    if (busy.has(key)) throw fail('device-file.failed', { path: part, reason: 'it is being uploaded already' })
    busy.add(key)
    try {
      return await work()
    } finally {
      busy.delete(key)
    }
  }

  async function checksumOnDevice(deviceId: string, part: string, path: string): Promise<string | undefined> {
    const connection = await connections.require(deviceId)
    return checksumOn(connection, part).catch((error: unknown) => {
      if (!(error instanceof CommandFailed)) throw error
      throw fail('device-file.failed', { path, reason: error.message })
    })
  }

  /** Content streamed without interruption is not read back: SSH protects its integrity. */
  async function verify(
    { sftp, deviceId, part, path }: { sftp: Sftp; deviceId: string; part: string; path: string },
    checksum: string,
    hash: StreamedHash | undefined,
  ): Promise<void> {
    const arrived = hash?.digest() ?? (await checksumOnDevice(deviceId, part, path))
    if (arrived === undefined || arrived === checksum) return
    await sftp.remove(pathBytes(part))
    throw fail('device-file.checksum-differs', { path })
  }

  return {
    state: (deviceId: string, order: UploadOrder): Promise<DeviceUploadState> =>
      sessions.use(deviceId, 'transfer', async (sftp) => {
        const path = await absolutePath(sftp, order.path)
        const existing = await existingAt(sftp, path)
        const part = partPath({ ...order, path })
        const { size } = (await find(sftp, part)) ?? {}
        if (size === undefined && isSame(existing, order)) return { offset: order.size, isComplete: true }
        requireRoom(existing, path, order.conflict)
        return { offset: Math.min(size ?? 0, order.size), isComplete: false }
      }),

    /** The last byte completes the file. */
    send: (
      deviceId: string,
      { offset, checksum, ...input }: UploadOrder & { offset: number; checksum?: string | undefined },
      content: Readable,
      account: string,
    ): Promise<DeviceUploadState> =>
      sessions.use(deviceId, 'transfer', async (sftp) => {
        const order = { ...input, path: await absolutePath(sftp, input.path) }
        const { path, size } = order
        const part = partPath(order)
        return alone(deviceId, part, async () => {
          const existing = await existingAt(sftp, path)
          requireRoom(existing, path, order.conflict)
          const previousSize = (await find(sftp, part))?.size ?? 0
          if (offset > previousSize) throw fail('device-file.offset-wrong', { path, offset: previousSize })
          if (previousSize === 0) await writing(sftp, path, () => ensureFolder(sftp, deviceParent(path)))
          const hash = hashes.take(sftp, part, offset)
          const { modifiedAt } = order
          const end = await writePart(sftp, part, path, { offset, size, modifiedAt, hash }, content)
          if (end < size) {
            if (hash !== undefined) hashes.retain(sftp, part, hash)
            return { offset: end, isComplete: false }
          }
          if (checksum !== undefined) await verify({ sftp, deviceId, part, path }, checksum, hash)
          await writing(sftp, path, () => moveIntoPlace(sftp, { part, path, conflict: order.conflict, existing }))
          await keepRecord(deviceId, 'file-uploaded', { account, detail: `${path} (${size} bytes)` })
          changed(deviceId)
          return { offset: end, isComplete: true }
        })
      }),

    cancel: (deviceId: string, order: UploadOrder): Promise<void> =>
      sessions.use(deviceId, 'transfer', async (sftp) => {
        const path = await absolutePath(sftp, order.path)
        await sftp.remove(pathBytes(partPath({ ...order, path }))).catch(() => undefined)
      }),
  }
}

/** Part file beside the target, with a name unique to the upload. */
export function partPath({ path, size, modifiedAt }: Pick<UploadOrder, 'path' | 'size' | 'modifiedAt'>): string {
  const tag = createHash('sha256').update(`${path}\n${size}\n${modifiedAt}`).digest('hex').slice(0, 12)
  const name = pathBytes(deviceFileName(path)).subarray(0, 200)
  return deviceChild(deviceParent(path), `.${pathText(name)}.${tag}.part`)
}

/** Undefined when the path does not exist. */
export async function find(sftp: Sftp, path: string): Promise<Attributes | undefined> {
  try {
    return await sftp.stat(pathBytes(path))
  } catch (error) {
    if (error instanceof SftpRefused && error.code === status.noSuchFile) return undefined
    throw error
  }
}

const existingAt = (sftp: Sftp, path: string) => about(path, () => find(sftp, path))

const isSame = (existing: Attributes | undefined, { size, modifiedAt }: UploadOrder) =>
  existing?.size === size && existing.modifiedAt === Math.floor(modifiedAt / 1_000)

export function requireRoom(existing: Attributes | undefined, path: string, conflict: UploadOrder['conflict']): void {
  if (existing === undefined) return
  if (typeOf(existing) === 'folder') throw fail('device-file.is-folder', { path })
  if (conflict === 'refuse') throw fail('device-file.exists', { path })
}

interface Writing {
  readonly offset: number
  readonly size: number
  readonly modifiedAt: number
  readonly hash: StreamedHash | undefined
}

async function writePart(sftp: Sftp, part: string, path: string, order: Writing, content: Readable): Promise<number> {
  const { offset, size, modifiedAt, hash } = order
  const flags = open.write | open.create | (offset === 0 ? open.truncate : 0)
  const handle = await writing(sftp, path, () => sftp.open(pathBytes(part), flags, 0o644))
  try {
    const end = await writing(sftp, path, () =>
      writeFrom(sftp, handle, { offset, source: upTo(sftp, content, { most: size - offset, hash }) }),
    )
    if (end < size) {
      await sftp.close(handle)
      return end
    }
    await sftp.fsetstat(handle, { modifiedAt: Math.floor(modifiedAt / 1_000) }).catch(() => undefined)
    await writing(sftp, path, () => sftp.sync(handle))
    await sftp.close(handle)
    return end
  } catch (error) {
    sftp.close(handle).catch(() => undefined)
    // Free a full disk from useless parts.
    if (isOutOfSpace(error)) await sftp.remove(pathBytes(part)).catch(() => undefined)
    throw error
  }
}

const isOutOfSpace = (error: unknown) =>
  error instanceof Error && 'reason' in error && error.reason === 'device-file.no-space'

/** Stops at the announced size, and when the device disconnects. */
async function* upTo(
  sftp: Sftp,
  content: Readable,
  { most, hash }: { most: number; hash: StreamedHash | undefined },
): AsyncGenerator<Uint8Array> {
  let remaining = most
  const unlisten = sftp.onEnd((error) => content.destroy(error))
  try {
    for await (const chunk of content) {
      const bytes = chunk as Buffer
      if (bytes.length > remaining) throw fail('request.invalid', { detail: 'there are more bytes than the file has' })
      remaining -= bytes.length
      hash?.update(bytes)
      yield bytes
    }
  } finally {
    unlisten()
  }
}

interface Placing {
  readonly part: string
  readonly path: string
  readonly conflict: UploadOrder['conflict']
  readonly existing: Attributes | undefined
}

/** Renames a part to its target, keeping a replaced file's permissions. */
async function moveIntoPlace(sftp: Sftp, { part, path, conflict, existing }: Placing): Promise<void> {
  if (existing !== undefined && existing.mode !== null)
    await sftp.setstat(pathBytes(part), { mode: existing.mode & 0o7777 }).catch(() => undefined)
  if (conflict === 'replace') return sftp.replace(pathBytes(part), pathBytes(path))
  return sftp.rename(pathBytes(part), pathBytes(path))
}
