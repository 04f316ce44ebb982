import { closeSync, createWriteStream, futimesSync, openSync, writeFileSync } from 'node:fs'
import { lstat, mkdir, rename, stat, utimes } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { deviceChild, deviceFileName, pathBytes } from '@vermilion/contract/devices/file-paths'
import { extract } from 'tar-stream'
import { UsageError } from '../../command.ts'
import { eachOf, packsOf, persistently } from './remote.ts'
import type { CopyOrder } from './upload.ts'

/** A file of the device with its local target, in bytes since a name need not be text. */
interface RemoteFile {
  readonly path: string
  readonly target: Buffer
  readonly size: number
  /** Seconds since 1970. */
  readonly modifiedAt: number
}

const maxPackedBytes = 512 * 1024
const packLimits = { files: 1_000, bytes: 16 * 1024 * 1024 }
const atOnce = 2

export async function download(order: CopyOrder, source: string, target: string): Promise<void> {
  const { remote, progress, isRecursive } = order
  const entry = await remote.find(source)
  if (entry === undefined) throw new Error(`${source} is not on the device`)
  const isFolder = entry.type === 'folder' || entry.target === 'folder'
  if (isFolder && !isRecursive) throw new UsageError(`${source} is a folder: -r copies it.`)
  const isIntoFolder = target.endsWith('/') || ((await stat(target).catch(() => undefined))?.isDirectory() ?? false)
  const name = pathBytes(deviceFileName(entry.path))
  const root = isIntoFolder ? join(Buffer.from(resolve(target)), name) : Buffer.from(resolve(target))
  if (!isFolder) {
    await mkdir(dirname(resolve(isIntoFolder ? `${target}/x` : target)), { recursive: true })
    progress.expect(1, entry.size)
    const modifiedAt = entry.modifiedAt === null ? 0 : Date.parse(entry.modifiedAt) / 1_000
    await take(order, { path: entry.path, target: root, size: entry.size, modifiedAt })
    return
  }
  await mkdir(root, { recursive: true })
  const missing: RemoteFile[] = []
  for await (const { path, type, size, modifiedAt } of remote.tree(entry.path)) {
    const own = join(root, ...path.split('/').map(safeName))
    if (type === 'folder') await mkdir(own, { recursive: true })
    else {
      progress.expect(1, size)
      const file = { path: deviceChild(entry.path, path), target: own, size, modifiedAt: modifiedAt ?? 0 }
      if (await isHere(file)) progress.skip(size)
      else missing.push(file)
    }
  }
  await eachOf(
    packsOf(
      missing.filter(({ size }) => size <= maxPackedBytes),
      packLimits,
    ),
    atOnce,
    (pack) => takePack(order, pack),
  )
  const large = missing.filter(({ size }) => size > maxPackedBytes)
  await eachOf(large, atOnce, (file) =>
    take(order, file).catch((error: unknown) =>
      progress.fail(file.path, error instanceof Error ? error.message : String(error)),
    ),
  )
}

const join = (folder: Uint8Array, ...names: Uint8Array[]): Buffer =>
  Buffer.concat([folder, ...names.flatMap((name) => [Buffer.from('/'), name])])

/** A name never leaves the target folder, whatever a server or device says. */
function safeName(name: string): Uint8Array {
  const bytes = Buffer.from(pathBytes(name))
  const text = bytes.toString('latin1')
  if (text === '' || text === '.' || text === '..' || text.includes('/') || text.includes('\0'))
    throw new Error(`the device has a file with the impossible name ${name}`)
  return bytes
}

async function isHere({ target, size, modifiedAt }: RemoteFile): Promise<boolean> {
  const existing = await lstat(target).catch(() => undefined)
  return existing?.isFile() === true && existing.size === size && Math.floor(existing.mtimeMs / 1_000) === modifiedAt
}

/** Downloads small files together. One that was interrupted differs in size or time, and is copied again. */
async function takePack({ remote, progress }: CopyOrder, pack: readonly RemoteFile[]): Promise<void> {
  const arrived = new Set<number>()
  await persistently(async () => {
    const requests = pack.map((_, index) => index).filter((index) => !arrived.has(index))
    if (requests.length === 0) return
    const content = await remote.pack(requests.map((index) => pack[index]?.path ?? ''))
    const entries = extract()
    const reading = pipeline(content, entries)
    reading.catch(() => undefined)
    for await (const entry of entries) {
      const index = requests[Number(entry.header.name)]
      const file = index === undefined ? undefined : pack[index]
      const bytes = await buffer(entry)
      if (index === undefined || file === undefined) continue
      writeSmall(file, bytes)
      arrived.add(index)
      progress.advance(file.size)
      progress.finish()
    }
    await reading
  })
  pack.forEach(({ path }, index) => {
    if (!arrived.has(index)) progress.fail(path, 'it cannot be read, or has gone')
  })
}

/** Synchronous: waiting for a thread takes several times as long as the work. */
function writeSmall({ target, modifiedAt }: RemoteFile, bytes: Uint8Array): void {
  const file = openSync(target, 'w')
  try {
    writeFileSync(file, bytes)
    futimesSync(file, modifiedAt, modifiedAt)
  } finally {
    closeSync(file)
  }
}

/** Downloads one file, resuming an interrupted copy of the same one. */
async function take({ remote, progress }: CopyOrder, { path, target, size, modifiedAt }: RemoteFile): Promise<void> {
  const part = Buffer.concat([target, Buffer.from(`.${size}-${modifiedAt}.part`)])
  let reported = 0
  await persistently(async () => {
    const { size: offset = 0 } = (await stat(part).catch(() => undefined)) ?? {}
    progress.advance(offset - reported)
    reported = offset
    if (offset === size && size > 0) return
    const content = await remote.content(path, offset)
    content.on('data', (bytes: Buffer) => {
      reported += bytes.length
      progress.advance(bytes.length)
    })
    await pipeline(content, createWriteStream(part, { flags: offset === 0 ? 'w' : 'a' }))
    const { size: written } = await stat(part)
    if (written !== size && size > 0) throw new Error(`${path} has changed while it was copied`)
  })
  await utimes(part, modifiedAt, modifiedAt)
  await rename(part, target)
  progress.finish()
}
