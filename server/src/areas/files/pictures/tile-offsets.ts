import { open } from 'node:fs/promises'
import { promisify } from 'node:util'
import yauzl from 'yauzl'

export interface TileOffset {
  readonly entry: number
  readonly size: number
}

const openZip = promisify<string, yauzl.Options, yauzl.ZipFile>(yauzl.open)
const name = /_files\/(\d+\/\d+_\d+)\.jpe?g$/
const headerSize = 30

/** A pyramid's tiles by `level/x_y` in its own numbering: upwards from a single pixel. */
export async function readTileOffsets(file: string): Promise<Map<string, TileOffset>> {
  const zip = await openZip(file, { lazyEntries: false, autoClose: true })
  const offsets = new Map<string, TileOffset>()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  zip.on('entry', ({ fileName, relativeOffsetOfLocalHeader, uncompressedSize }: yauzl.Entry) => {
    const tile = name.exec(fileName)?.[1]
    if (tile !== undefined) offsets.set(tile, { entry: relativeOffsetOfLocalHeader, size: uncompressedSize })
  })
  zip.on('end', resolve)
  zip.on('error', reject)
  await promise
  return offsets
}

export async function contentOffset(file: string, entry: number): Promise<number> {
  const handle = await open(file, 'r')
  try {
    const { buffer } = await handle.read(Buffer.alloc(headerSize), 0, headerSize, entry)
    return entry + headerSize + buffer.readUInt16LE(26) + buffer.readUInt16LE(28)
  } finally {
    await handle.close()
  }
}
