import { Readable } from 'node:stream'
import { deviceFileName, displayName, pathBytes } from '@vermilion/contract/devices/file-paths'
import { fail } from '@vermilion/contract/kernel/errors'
import type { ByteRange } from '#platform/blobs/blob-store'
import type { Content } from '#platform/http/range'
import { mediaOf } from '#areas/files'
import { typeOf } from './entries.ts'
import { about } from './failures.ts'
import { absolutePath } from './paths.ts'
import type { SftpSessions } from './sessions.ts'
import { open, sizeOf } from './sftp/packets.ts'
import { readFile } from './sftp/transfer.ts'
import type { Sftp } from './sftp/sftp.ts'

/** Maximum bytes of a file in /proc or /sys, whose stated size is 0. */
const maxSystemFileBytes = 1024 * 1024

export async function deviceFileContent(
  sessions: SftpSessions,
  deviceId: string,
  { path: input, download }: { path: string; download: boolean },
): Promise<Content> {
  const { path, size, tag } = await sessions.use(deviceId, 'browse', async (sftp) => {
    const absolute = await absolutePath(sftp, input)
    return about(absolute, async () => {
      const attributes = await sftp.stat(pathBytes(absolute))
      // Opening a pipe would block until there is a writer.
      if (typeOf(attributes) !== 'file') throw fail('device-file.not-regular', { path: absolute })
      const handle = await sftp.open(pathBytes(absolute), open.read)
      await sftp.close(handle)
      return { path: absolute, size: attributes.size ?? 0, tag: `${attributes.size}-${attributes.modifiedAt}` }
    })
  })
  const name = displayName(deviceFileName(path))
  const { type, inline = false } = mediaOf(name)
  const mediaType = inline ? (type.startsWith('text/') ? `${type}; charset=utf-8` : type) : 'application/octet-stream'
  const facts = { mediaType, tag, downloadName: download || !inline ? name : undefined }
  if (size === 0) {
    const bytes = await sessions.use(deviceId, 'browse', (sftp) => about(path, () => readSmall(sftp, path)))
    return { ...facts, size: bytes.length, open: async (range) => Readable.from([sliceOf(bytes, range)]) }
  }
  return {
    ...facts,
    size,
    open: (range = { start: 0, end: size - 1 }) =>
      sessions.stream(deviceId, async (sftp) => readWhole(sftp, path, range)),
  }
}

const sliceOf = (bytes: Buffer, range?: ByteRange) =>
  range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)

async function* readWhole(sftp: Sftp, path: string, range: ByteRange): AsyncGenerator<Buffer> {
  let remaining = range.end + 1 - range.start
  for await (const bytes of readFile(sftp, path, range)) {
    remaining -= bytes.length
    yield bytes
  }
  if (remaining > 0) throw new Error(`${path} has become shorter while it was read`)
}

async function readSmall(sftp: Sftp, path: string): Promise<Buffer> {
  const handle = await sftp.open(pathBytes(path), open.read)
  try {
    const parts: Buffer[] = []
    for (let size = 0; size < maxSystemFileBytes;) {
      const pieces = await sftp.read(handle, size, Math.min(sftp.lengths.read, maxSystemFileBytes - size))
      if (pieces === null) break
      parts.push(...pieces)
      size += sizeOf(pieces)
    }
    return Buffer.concat(parts)
  } finally {
    sftp.close(handle).catch(() => undefined)
  }
}
