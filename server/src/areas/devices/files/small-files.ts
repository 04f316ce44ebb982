import { pathBytes } from '@vermilion/contract/devices/file-paths'
import { typeOf } from './entries.ts'
import { type Attributes, open, sizeOf } from './sftp/packets.ts'
import { type Sftp, SftpLost, SftpRefused } from './sftp/sftp.ts'

const ahead = 32
export const largestAhead = 512 * 1024

export interface PathToRead {
  readonly path: string
  /** Size as listed before; larger files are not read ahead. */
  readonly size: number
}
export type FileInTurn<Requested extends PathToRead> =
  | { readonly requested: Requested; readonly attributes: Attributes; readonly bytes: Buffer | null }
  | { readonly requested: Requested; readonly error: Error }

/** Small files are read ahead of time to hide latency. */
export async function* readInOrder<Requested extends PathToRead>(
  sftp: Sftp,
  files: AsyncIterable<Requested> | Iterable<Requested>,
  signal: AbortSignal,
): AsyncGenerator<FileInTurn<Requested>> {
  const underWay: Promise<FileInTurn<Requested>>[] = []
  for await (const requested of files) {
    signal.throwIfAborted()
    const reading = readAhead(sftp, requested)
    reading.catch(() => undefined)
    underWay.push(reading)
    if (underWay.length < ahead) continue
    const first = await underWay.shift()
    if (first !== undefined) yield first
  }
  for (const next of underWay) yield await next
}

async function readAhead<Requested extends PathToRead>(
  sftp: Sftp,
  requested: Requested,
): Promise<FileInTurn<Requested>> {
  const path = pathBytes(requested.path)
  try {
    const previous = await sftp.stat(path)
    if (typeOf(previous) !== 'file') return { requested, error: new SftpRefused(4, 'it is no regular file') }
    const handle = await sftp.open(path, open.read)
    try {
      const { size } = previous
      if ((size ?? 0) > largestAhead) return { requested, attributes: previous, bytes: null }
      const parts: Buffer[] = []
      let at = 0
      // The file may have grown, or the device's size be wrong.
      while (at === 0 || at < (size ?? 0)) {
        const pieces = await sftp.read(handle, at, sftp.lengths.read)
        if (pieces === null) break
        parts.push(...pieces)
        at += sizeOf(pieces)
      }
      const bytes = parts.length === 1 ? (parts[0] ?? null) : Buffer.concat(parts)
      return { requested, attributes: { ...previous, size: at }, bytes }
    } finally {
      sftp.close(handle).catch(() => undefined)
    }
  } catch (error) {
    if (error instanceof SftpLost) throw error
    return { requested, error: error instanceof Error ? error : new Error(String(error)) }
  }
}
