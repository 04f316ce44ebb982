import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { deviceChild, typedName } from '@vermilion/contract/devices/file-paths'
import { devicePackFiles, deviceUploadChunk, maxDevicePackedBytes } from '@vermilion/contract/devices/file-uploads'
import { UsageError } from '../../command.ts'
import type { CopyProgress } from './progress.ts'
import { eachOf, packsOf, persistently, type Remote } from './remote.ts'

export interface CopyOrder {
  readonly remote: Remote
  readonly progress: CopyProgress
  readonly isRecursive: boolean
}

interface LocalFile {
  readonly file: string
  readonly path: string
  readonly size: number
  readonly modifiedAt: number
}

const readSize = 1024 * 1024
const packLimits = { files: devicePackFiles, bytes: deviceUploadChunk }
const atOnce = 3

export async function upload(order: CopyOrder, source: string, target: string): Promise<void> {
  const { remote, progress, isRecursive } = order
  const own = await stat(source)
  if (own.isDirectory() && !isRecursive) throw new UsageError(`${source} is a folder: -r copies it.`)
  const path = await targetOf(remote, target, typedName(basename(resolve(source))))
  if (!own.isDirectory()) {
    progress.expect(1, own.size)
    await sendLarge(order, { file: source, path, size: own.size, modifiedAt: Math.floor(own.mtimeMs) })
    return
  }
  await remote.makeFolder(path)
  const files = await listFiles(order, source, path)
  const present = await presentOn(remote, path)
  const missing: LocalFile[] = []
  for (const file of files) {
    progress.expect(1, file.size)
    if (present.get(file.path) === keyOf(file.size, file.modifiedAt / 1_000)) progress.skip(file.size)
    else missing.push(file)
  }
  const small = missing.filter(({ size }) => size <= maxDevicePackedBytes)
  await eachOf(packsOf(small, packLimits), atOnce, (pack) => sendPack(order, pack))
  const large = missing.filter(({ size }) => size > maxDevicePackedBytes)
  await eachOf(large, atOnce, (file) =>
    sendLarge(order, file).catch((error: unknown) => progress.fail(file.path, messageOf(error))),
  )
}

/** Copies as cp does: into an existing folder, or to that exact path. */
async function targetOf(remote: Remote, target: string, name: string): Promise<string> {
  const existing = await remote.find(target)
  const isFolder = existing?.type === 'folder' || existing?.target === 'folder'
  if (existing !== undefined) return isFolder ? deviceChild(existing.path, name) : existing.path
  if (target.startsWith('/')) return target.endsWith('/') ? deviceChild(target.slice(0, -1), name) : target
  const home = await remote.find('')
  return deviceChild(home?.path ?? '/', target)
}

const keyOf = (size: number, seconds: number | null) => `${size} ${Math.floor(seconds ?? -1)}`

async function presentOn(remote: Remote, root: string): Promise<Map<string, string>> {
  const present = new Map<string, string>()
  for await (const { path, type, size, modifiedAt } of remote.tree(root))
    if (type === 'file') present.set(deviceChild(root, path), keyOf(size, modifiedAt))
  return present
}

/** All files below a folder; empty folders are created at once. Links are not followed. */
async function listFiles({ remote, progress }: CopyOrder, folder: string, path: string): Promise<LocalFile[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  if (entries.length === 0) await remote.makeFolder(path)
  const files: LocalFile[] = []
  for (const entry of entries) {
    const file = join(folder, entry.name)
    const target = deviceChild(path, typedName(entry.name))
    if (entry.isDirectory()) files.push(...(await listFiles({ remote, progress, isRecursive: true }, file, target)))
    else if (entry.isFile()) {
      const { size, mtimeMs } = await stat(file)
      files.push({ file, path: target, size, modifiedAt: Math.floor(mtimeMs) })
    } else progress.fail(file, 'links and special files are not copied')
  }
  return files
}

async function sendPack({ remote, progress }: CopyOrder, pack: readonly LocalFile[]): Promise<void> {
  const contents = await Promise.all(pack.map(({ file }) => readFile(file)))
  const list = pack.map(({ path, modifiedAt }, index) => ({ path, modifiedAt, size: contents[index]?.length ?? 0 }))
  const head = Buffer.from(JSON.stringify(list))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(head.length)
  const results = await persistently(() => remote.sendPack(Buffer.concat([length, head, ...contents])))
  pack.forEach(({ path, size }, index) => {
    const reason = results[index]
    if (reason !== null && reason !== undefined) return progress.fail(path, reason.en)
    progress.advance(size)
    progress.finish()
  })
}

/**
 * Resumes an interrupted copy; at the end the device verifies the checksum. All but the last byte are streamed in one request;
 * the last byte brings the checksum, which is known then.
 */
async function sendLarge({ remote, progress }: CopyOrder, { file, ...order }: LocalFile): Promise<void> {
  let reported = 0
  await persistently(async () => {
    const { offset, isComplete } = await remote.uploadState(order)
    progress.advance(offset - reported)
    reported = offset
    if (isComplete) return
    const hash = createHash('sha256')
    const beforeLast = Math.max(0, order.size - 1)
    let last = Math.min(offset, beforeLast)
    await hashUpTo(file, hash, last)
    if (last < beforeLast) {
      const content = createReadStream(file, { start: last, end: beforeLast - 1, highWaterMark: readSize })
      content.on('data', (bytes) => {
        hash.update(bytes)
        progress.advance(bytes.length)
        reported += bytes.length
      })
      const state = await remote.sendPart({ ...order, offset: last }, content)
      last = state.offset
    }
    const rest = await buffer(createReadStream(file, { start: last }))
    if (rest.length !== order.size - last) throw new Error('the file has changed while it was copied')
    hash.update(rest)
    await remote.sendPart({ ...order, offset: last, checksum: hash.digest('hex') }, rest)
    progress.advance(rest.length)
    reported += rest.length
  })
  progress.finish()
}

async function hashUpTo(file: string, hash: Hash, end: number): Promise<void> {
  if (end === 0) return
  for await (const bytes of createReadStream(file, { end: end - 1, highWaterMark: readSize }))
    hash.update(bytes as Buffer)
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
