import { buffer } from 'node:stream/consumers'
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'

export interface ZipEntry {
  readonly name: string | Uint8Array
  readonly content?: Uint8Array
  readonly mode?: number
  /** General purpose flags: 1 means encrypted, 0x800 a UTF-8 name. */
  readonly flags?: number
  /** Compression: 8 deflates, 0 stores, others are only claimed. */
  readonly method?: number
  readonly size?: number
  readonly crc32?: number
  readonly packed?: Uint8Array
}

/** Headers may hold any value. */
export function zipOf(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const {
    name: entryName,
    content = new Uint8Array(),
    mode = 0o100644,
    flags = 0x800,
    method = 8,
    ...header
  } of entries) {
    const name = typeof entryName === 'string' ? Buffer.from(entryName) : Buffer.from(entryName)
    const packed = Buffer.from(header.packed ?? (method === 8 ? deflateRawSync(content) : content))
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(flags, 2)
    shared.writeUInt16LE(method, 4)
    shared.writeUInt32LE(header.crc32 ?? crc32(content), 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(header.size ?? content.length, 18)
    shared.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), shared, name, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE((mode << 16) >>> 0, 6)
    rest.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 3]), shared, rest, name]))
    parts.push(local)
    at += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return new Uint8Array(Buffer.concat([...parts, listed, end]))
}

type Header = Parameters<ReturnType<typeof pack>['entry']>[0]

export async function tarOf(
  entries: readonly (Header & { content?: string | Buffer })[],
): Promise<Uint8Array<ArrayBuffer>> {
  const tar = pack()
  const complete = buffer(tar)
  for (const { content = '', ...header } of entries) {
    if (header.type === undefined || header.type === 'file') tar.entry(header, content)
    else tar.entry(header)
  }
  tar.finalize()
  return new Uint8Array(await complete)
}

/** This many MiB of zeros, compressed: as a tar it never ends and has no entry. */
export function packedNothing(size: number): Uint8Array<ArrayBuffer> {
  const part = gzip(new Uint8Array(16 * 1024 ** 2))
  return new Uint8Array(Buffer.concat(Array.from({ length: size / 16 }, () => part)))
}

export const gzip = (content: Uint8Array) => new Uint8Array(gzipSync(content))
