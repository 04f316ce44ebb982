import { createReadStream } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { pack } from 'tar-stream'
import { diskFull, shellCommand } from '#areas/devices'
import type { DeviceConnection } from '#areas/devices'
import { hashParts } from '#platform/blobs/incoming'
import type { StartOptions } from '../port/executor.ts'
import { StartRefused } from '../port/start-refused.ts'
import { scriptFailure } from './access.ts'
import { appendScript, missingScript, placeScript, restoreScript, unpackScript } from './scripts.ts'

interface PlacedFile {
  path: string
  file: string
  checksum: string
  size: number
}

/** Larger files are sent one by one, and can resume. */
const largeFile = 4 * 1_048_576
const batch = { bytes: 8 * 1_048_576, files: 500 }
const shortly = 60_000
/** Milliseconds for a transfer: slow links take long. */
const transferTimeoutMs = 3_600_000
/** Bytes of free space reserved for the run's output. */
const reserve = 2 * 1_048_576
/** Scripts read paths line by line, without spaces. */
const plainPath = /^[\w.-]+(?:\/[\w.-]+)*$/

async function filesBelow(folder: string): Promise<PlacedFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files: PlacedFile[] = []
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) continue
    const path = file.slice(folder.length + 1)
    if (!plainPath.test(path)) throw new Error(`the file ${path} cannot be placed on a device`)
    files.push({ path, file, ...(await hashParts(createReadStream(file) as AsyncIterable<Buffer>)) })
  }
  return files
}

async function checked(connection: DeviceConnection, order: Parameters<DeviceConnection['run']>[0]): Promise<string> {
  const { code, output, errors } = await connection.run({ timeout: shortly, ...order })
  if (code === 0) return output.toString()
  throw scriptFailure(errors, `a command on the device ended with ${code}`)
}

/** Skips content with known checksums. */
export async function placeData(
  connection: DeviceConnection,
  run: string,
  folder: string,
  { signal, onProgress }: StartOptions,
): Promise<Map<string, number>> {
  const files = await filesBelow(folder)
  const bySum = new Map(files.map((file) => [file.checksum, file]))
  const ending = signal === undefined ? {} : { signal }
  const names = [...bySum.values()].map(({ checksum, size }) => `${checksum} ${size}\n`).join('')
  const missing = await checked(connection, { argv: shellCommand(missingScript), input: names, ...ending })
  const toSend = missing.split('\n').flatMap((line) => {
    const [checksum = '', part = '0'] = line.split(' ')
    const file = bySum.get(checksum)
    return file === undefined ? [] : [{ ...file, part: Number(part) }]
  })
  const free = Number(/^free (\d+)$/m.exec(missing)?.[1] ?? Infinity) * 1_024
  const needed = toSend.reduce((sum, { size, part }) => sum + Math.max(0, size - part), reserve)
  if (toSend.length > 0 && free < needed) throw new StartRefused(diskFull(needed, free))
  const total = toSend.reduce((sum, { size }) => sum + size, 0)
  let done = 0
  const tell = (bytes: number) => onProgress?.({ done: (done += bytes), total, unit: 'bytes' })
  for (const file of toSend) {
    if (file.size < largeFile) continue
    await append(connection, file, ending)
    tell(file.size)
  }
  for (const files of batches(toSend.filter(({ size }) => size < largeFile))) {
    const archive = pack()
    for (const { checksum, file } of files)
      archive.entry({ name: checksum, mode: 0o600, mtime: new Date(0) }, await readFile(file))
    archive.finalize()
    const input = await buffer(archive)
    await checked(connection, { argv: shellCommand(unpackScript), input, timeout: transferTimeoutMs, ...ending })
    tell(files.reduce((sum, { size }) => sum + size, 0))
  }
  const tree = files.map(({ checksum, path }) => `${checksum} ${path}\n`).join('')
  const sizes = await checked(connection, { argv: shellCommand(placeScript, run), input: tree, ...ending })
  return new Map(
    sizes.split('\n').flatMap((line) => {
      const [size = '', path = ''] = line.split(' ')
      return path === '' ? [] : [[path, Number(size)] as const]
    }),
  )
}

function* batches(files: readonly PlacedFile[]): Generator<PlacedFile[]> {
  let [some, bytes] = [[] as PlacedFile[], 0]
  for (const file of files) {
    if (some.length === batch.files || (bytes > 0 && bytes + file.size > batch.bytes)) {
      yield some
      ;[some, bytes] = [[], 0]
    }
    some.push(file)
    bytes += file.size
  }
  if (some.length > 0) yield some
}

async function append(
  connection: DeviceConnection,
  { file, checksum, size, part }: PlacedFile & { part: number },
  { signal }: { signal?: AbortSignal },
): Promise<void> {
  await sendFile(connection, {
    argv: shellCommand(appendScript, checksum, String(size)),
    file,
    start: Math.min(part, size),
    otherwise: `the file ${checksum} did not arrive whole: it is sent again`,
    ...(signal && { signal }),
  })
  signal?.throwIfAborted()
}

export function restoreFile(connection: DeviceConnection, run: string, path: string, file: string): Promise<void> {
  const otherwise = `${path} could not be restored on the device`
  return sendFile(connection, { argv: shellCommand(restoreScript, run, path), file, start: 0, otherwise })
}

interface FileOrder {
  readonly argv: readonly [string, ...string[]]
  readonly file: string
  readonly start: number
  readonly otherwise: string
  readonly signal?: AbortSignal
}

async function sendFile(connection: DeviceConnection, { argv, file, start, otherwise, signal }: FileOrder) {
  const { channel, exit } = await connection.start({ argv })
  channel.on('error', () => undefined).resume()
  let errors = ''
  channel.stderr.on('data', (bytes: Buffer) => void (errors = (errors + bytes.toString()).slice(-500)))
  const abort = () => channel.close()
  signal?.addEventListener('abort', abort)
  try {
    const sending = pipeline(createReadStream(file, { start }), channel).then(
      () => undefined,
      (error: unknown) => {
        channel.close()
        return { error }
      },
    )
    const { code } = await exit
    if (code !== 0) throw scriptFailure(errors, otherwise)
    // The script cannot detect a truncated file.
    const failure = await sending
    if (failure !== undefined) throw failure.error
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}
