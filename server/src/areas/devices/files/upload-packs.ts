import type { Readable } from 'node:stream'
import { devicePack } from '@vermilion/contract/devices/file-uploads'
import { deviceParent, pathBytes } from '@vermilion/contract/devices/file-paths'
import { fail, Failure } from '@vermilion/contract/kernel/errors'
import type { Text } from '@vermilion/contract/kernel/text'
import type { KeepDeviceRecord } from '../records/records.ts'
import { failureTextAt, writeFailureAt, writing } from './failures.ts'
import { absolutePath, ensureFolder } from './paths.ts'
import type { SftpSessions } from './sessions.ts'
import { open } from './sftp/packets.ts'
import type { Sftp } from './sftp/sftp.ts'
import { find, partPath, requireRoom, type UploadOrder } from './uploads.ts'

const maxListBytes = 8 * 1024 * 1024
const atOnce = 48

interface Needs {
  readonly sessions: SftpSessions
  readonly keepRecord: KeepDeviceRecord
  readonly changed: (deviceId: string) => void
}

export function createDeviceUploadPacks({ sessions, keepRecord, changed }: Needs) {
  return (deviceId: string, content: Readable, account: string): Promise<(Text | null)[]> =>
    sessions.use(deviceId, 'transfer', async (sftp) => {
      const take = createTaker(content)
      const length = (await take(4)).readUInt32BE(0)
      if (length > maxListBytes) throw fail('request.invalid', { detail: 'the list is too long' })
      const orders = devicePack.parse(JSON.parse((await take(length)).toString()))
      const context: PackContext = { folders: new Map(), isFull: false }
      const results: Promise<Text | null>[] = []
      const paths: string[] = []
      const underWay = new Set<Promise<unknown>>()
      for (const order of orders) {
        const bytes = await take(order.size)
        const path = await absolutePath(sftp, order.path)
        paths.push(path)
        const storing = store(sftp, { ...order, path }, bytes, context).then(
          () => null,
          (error: unknown) => {
            const reason = failureTextAt(path, error)
            if (reason === undefined) throw error
            return reason
          },
        )
        results.push(storing)
        const settled = storing.catch(() => undefined).finally(() => underWay.delete(settled))
        underWay.add(settled)
        if (underWay.size >= atOnce) await Promise.race(underWay)
      }
      const outcome = await Promise.all(results)
      const stored = paths.filter((_, index) => outcome[index] === null)
      if (stored.length > 0) {
        const detail = [`${stored.length} files`, ...stored.slice(0, 20)].join('\n')
        await keepRecord(deviceId, 'file-uploaded', { account, detail })
        changed(deviceId)
      }
      return outcome
    })
}

interface PackContext {
  readonly folders: Map<string, Promise<void>>
  /** One file found the disk full, which also explains other failures without reason. */
  isFull: boolean
}

async function store(sftp: Sftp, order: UploadOrder, bytes: Buffer, context: PackContext): Promise<void> {
  const { path, conflict, modifiedAt } = order
  const folder = deviceParent(path)
  await writing(sftp, path, async () => {
    const making = context.folders.get(folder) ?? ensureFolder(sftp, folder)
    context.folders.set(folder, making)
    await making
    const part = pathBytes(partPath(order))
    const existing = find(sftp, path)
    const opening = sftp.open(part, open.write | open.create | open.truncate, 0o644)
    opening.catch(() => undefined)
    try {
      const previous = await existing
      requireRoom(previous, path, conflict)
      const handle = await opening
      const set = {
        modifiedAt: Math.floor(modifiedAt / 1_000),
        ...(previous !== undefined && previous.mode !== null && { mode: previous.mode & 0o7777 }),
      }
      await Promise.all([
        bytes.length === 0 ? undefined : writeAll(sftp, handle, bytes),
        sftp.fsetstat(handle, set).catch(() => undefined),
        sftp.close(handle),
      ])
      await (conflict === 'replace' ? sftp.replace(part, pathBytes(path)) : sftp.rename(part, pathBytes(path)))
    } catch (error) {
      // Checked before deleting the part, which frees space.
      const failure = await writeFailureAt(sftp, path, error)
      await sftp.remove(part).catch(() => undefined)
      if (failure instanceof Failure && failure.reason === 'device-file.no-space') context.isFull = true
      const isUntold = failure instanceof Failure && failure.reason === 'device-file.failed'
      throw isUntold && context.isFull ? fail('device-file.no-space', { path }) : failure
    }
  })
}

async function writeAll(sftp: Sftp, handle: Buffer, bytes: Buffer): Promise<void> {
  const { write: length } = sftp.lengths
  const pieces: Promise<void>[] = []
  for (let at = 0; at < bytes.length; at += length)
    pieces.push(sftp.write(handle, at, [bytes.subarray(at, at + length)]))
  await Promise.all(pieces)
}

function createTaker(content: Readable) {
  const chunks = (content as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  return async (length: number): Promise<Buffer> => {
    const pieces: Buffer[] = [rest]
    let size = rest.length
    while (size < length) {
      const next = await chunks.next()
      if (next.done === true) throw fail('request.invalid', { detail: 'the body ends early' })
      pieces.push(next.value)
      size += next.value.length
    }
    const bytes = pieces.length === 1 ? rest : Buffer.concat(pieces)
    rest = bytes.subarray(length)
    return bytes.subarray(0, length)
  }
}
