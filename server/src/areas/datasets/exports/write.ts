import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { FormatCodec } from '@vermilion/contract/formats/codec'
import { leftOutBy } from '@vermilion/contract/formats/problems/problems'
import type { BlobStore } from '#platform/blobs/blob-store'
import { contentsAhead, workAhead } from '#platform/work-ahead'
import { labeledSource } from '../snapshots/labeled-source.ts'
import { isLabeled } from '../rules.ts'
import type { SnapshotImage } from '../snapshots/snapshot.ts'
import type { Snapshots } from '../snapshots/snapshots.ts'
import type { StoredExport } from './export-store.ts'
import { createZipSize, type PlannedFile, zipParts } from './plan.ts'

const chunkLength = 256 * 1024

interface Needs {
  readonly blobs: BlobStore
  readonly snapshots: Snapshots
  readonly row: StoredExport
  readonly codec: FormatCodec
  readonly content: string
  readonly folder: string
  readonly signal: AbortSignal
}

/** Images stay where they are; what is in memory is of few. */
export async function writeExport({ blobs, snapshots, row, codec, content, folder, signal }: Needs) {
  const counts = { images: 0, annotations: 0, unavailable: 0, unfit: 0 }
  let passes = 0
  async function* images(): AsyncGenerator<SnapshotImage> {
    passes += 1
    const isFirst = passes === 1
    for await (const image of snapshots.imagesOf(content)) {
      signal.throwIfAborted()
      if (isFirst) {
        counts.images += 1
        counts.annotations += isLabeled(image.status) ? image.shapes.length : 0
      }
      yield image
    }
  }
  let current: SnapshotImage | undefined
  const head = () => snapshots.headOf(content)
  const source = await labeledSource({ head, images }, (image) => void (current = image))

  const size = createZipSize(zipParts(row.createdAt))
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'plan')
  const plan = await open(file, 'w')
  let lines = ''
  async function add(planned: PlannedFile): Promise<void> {
    size.add(planned)
    lines += `${JSON.stringify(planned)}\n`
    if (lines.length >= chunkLength) await writeLines()
  }
  async function writeLines(): Promise<void> {
    await plan.appendFile(lines)
    lines = ''
  }

  const sized = async (path: string, checksum: string): Promise<PlannedFile | null> => {
    const stored = await blobs.stat(checksum)
    return stored === undefined ? null : { path, size: stored.size, from: { checksum } }
  }

  async function* pieces(): AsyncGenerator<Uint8Array | PlannedFile | (() => Promise<PlannedFile | null>)> {
    const options = { ...row.choice, layout: row.layout ?? undefined, images: row.withImages }
    let at = 0
    for await (const part of codec.encode(source, options)) {
      if (part.type === 'problem') {
        const { values } = part.problem
        if (leftOutBy(part.problem) === 'label') counts.unfit += Number(values?.['count'] ?? 1)
      } else if (part.type === 'file') {
        let [sum, length] = [0, 0]
        for await (const chunk of part.content) {
          sum = crc32(chunk, sum)
          length += chunk.length
          yield chunk
        }
        yield { path: part.path, size: length, from: { text: at, crc32: sum } }
        at += length
      } else if (current?.path === part.of) {
        yield sized.bind(null, part.path, current.checksum)
      } else throw new Error(`${part.of} was asked for out of its turn`)
    }
  }

  async function* texts(): AsyncGenerator<Uint8Array> {
    const ready = workAhead(pieces(), async (piece) => (typeof piece === 'function' ? piece() : piece), contentsAhead)
    for await (const piece of ready) {
      if (piece instanceof Uint8Array) yield piece
      else if (piece === null) counts.unavailable += 1
      else await add(piece)
    }
  }

  try {
    const labels = await blobs.put(inChunks(texts()))
    await writeLines()
    await plan.sync()
    await plan.close()
    const list = await blobs.putFile(file)
    return { labels, plan: list, entries: size.entries(), size: size.total(), ...counts }
  } finally {
    await plan.close().catch(() => undefined)
    await rm(folder, { recursive: true, force: true })
  }
}

async function* inChunks(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let buffered: Uint8Array[] = []
  let length = 0
  for await (const piece of pieces) {
    buffered.push(piece)
    length += piece.length
    if (length < chunkLength) continue
    yield Buffer.concat(buffered)
    buffered = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(buffered)
}
