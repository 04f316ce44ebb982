import { pathBytes } from '@vermilion/contract/devices/file-paths'
import { typeOf } from './entries.ts'
import type { Attributes } from './sftp/packets.ts'
import { open } from './sftp/packets.ts'
import { SftpLost, SftpRefused } from './sftp/sftp.ts'
import type { Sftp } from './sftp/sftp.ts'

/** Files that are read before their turn, and bytes of one such. */
const ahead = 32
export const largestAhead = 512 * 1024

export interface PathToRead {
  readonly path: string
  /** As it was told before; a larger file is read only in its turn. */
  readonly size: number
}
/** A file in its turn: its bytes where it is small, else only that it can be opened; or why it cannot be read. */
export type FileInTurn<Requested extends PathToRead> =
  | { readonly requested: Requested; readonly attributes: Attributes; readonly bytes: Buffer | null }
  | { readonly requested: Requested; readonly error: Error }

/** Reads many files in their order, small ones some time before they are due: a device far away answers late. */
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
      if ((previous.size ?? 0) > largestAhead) return { requested, attributes: previous, bytes: null }
      const { read: length } = sftp.lengths
      const attributes = sftp.fstat(handle)
      const first = sftp.read(handle, 0, length)
      first.catch(() => undefined)
      const { size, ...others } = await attributes
      // It may have grown, or a device may say anything.
      if ((size ?? 0) > largestAhead) return { requested, attributes: { ...others, size }, bytes: null }
      const parts: Buffer[] = []
      let at = 0
      for (
        let bytes = await first;
        bytes !== null;
        bytes = at < (size ?? 0) ? await sftp.read(handle, at, length) : null
      ) {
        parts.push(bytes)
        at += bytes.length
      }
      return {
        requested,
        attributes: { ...others, size: at },
        bytes: parts.length === 1 ? (parts[0] ?? null) : Buffer.concat(parts),
      }
    } finally {
      sftp.close(handle).catch(() => undefined)
    }
  } catch (error) {
    if (error instanceof SftpLost) throw error
    return { requested, error: error instanceof Error ? error : new Error(String(error)) }
  }
}
