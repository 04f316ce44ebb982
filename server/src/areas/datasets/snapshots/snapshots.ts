import type { WrittenFormatKind } from '@vermilion/contract/formats/offers'
import type { ItemFilter } from '@vermilion/contract/datasets/items'
import { fail } from '@vermilion/contract/kernel/errors'
import { Readable } from 'node:stream'
import { setImmediate as breath } from 'node:timers/promises'
import type { Blob } from '#platform/blobs/blob-store'
import { rowOwner } from '#platform/blobs/index-check'
import { inSlices, writeJson } from '#platform/database/columns'
import type { Platform } from '#platform/platform'
import type { StoredDataset } from '../catalogue/dataset-store.ts'
import type { StoredItem } from '../items/item-row.ts'
import type { Split } from '../rules.ts'
import { materialize } from './materialize.ts'
import { itemsOf, type SnapshotRows } from './snapshot-rows.ts'
import { headLine, imageLine, linesOf, readHead, readImage } from './snapshot.ts'
import type { SnapshotHead, SnapshotImage, WrittenImage } from './snapshot.ts'

interface SnapshotTables {
  datasetSnapshots: { checksum: string; size: number; createdAt: string }
}

const chunkLength = 64 * 1024

export type SpaceImage = Pick<StoredItem, 'path' | 'checksum' | 'width' | 'height'> & { fileId: string }

interface SnapshotRequest {
  readonly filter?: ItemFilter
  /** All that match the filter when empty. */
  readonly itemIds?: readonly string[]
  readonly observe?: Observer
  /** Splits of images in place of those that the dataset has. */
  readonly splitOf?: SplitOf
}

export type SplitOf = (itemId: string) => Split | undefined

export type Observer = (image: WrittenImage, head: SnapshotHead) => void | Promise<void>

export function createSnapshots({
  database,
  blobs,
  blobOwners,
  clock,
}: Pick<Platform, 'database' | 'blobs' | 'blobOwners' | 'clock'>) {
  const query = database.query<SnapshotTables>()
  blobOwners.add(rowOwner(database, 'version', 'datasetSnapshots'))

  async function write({ head, images }: SnapshotRows, observe: Observer = () => {}): Promise<Blob> {
    async function* content() {
      let [text, existing]: [string, SnapshotHead | undefined] = ['', undefined]
      for await (const image of images) {
        if (existing === undefined) text = headLine((existing = head()))
        await observe(image, existing)
        text += imageLine(image)
        if (text.length < chunkLength) continue
        yield Buffer.from(text)
        text = ''
        await breath()
      }
      if (existing === undefined) throw fail('dataset.empty')
      yield Buffer.from(text)
    }
    return blobs.put(Readable.from(content(), { objectMode: false }))
  }

  async function headOf(version: string): Promise<SnapshotHead> {
    for await (const { text } of linesOf(await blobs.open(version))) return readHead(text)
    throw new Error(`the snapshot ${version} is empty`)
  }

  async function* imagesOf(version: string): AsyncGenerator<SnapshotImage> {
    let isHead = true
    for await (const { text } of linesOf(await blobs.open(version))) {
      if (!isHead) yield readImage(text)
      isHead = false
    }
  }

  return {
    /**
     * It reads every row, so call it outside transactions; whoever refers to the result calls `keep`. Fails with `dataset.empty`.
     */
    ofDataset: (dataset: StoredDataset, { filter = {}, itemIds = [], observe, splitOf }: SnapshotRequest = {}) =>
      write(inSplits(itemsOf(database, dataset, itemIds, filter), splitOf), observe),

    async partOf(version: string, splits: readonly Split[]): Promise<Blob> {
      const head = await headOf(version)
      return write({ head: () => head, images: withSplits(imagesOf(version), splits) })
    },

    read: (dataset: StoredDataset, filter: ItemFilter): SnapshotRows => itemsOf(database, dataset, [], filter),

    ofSpace: (name: string, files: AsyncIterable<SpaceImage>) =>
      write({ head: () => ({ name, labels: [] }), images: unlabeled(files) }),

    /** Protects a written snapshot, in the transaction that names it. */
    async keep({ checksum, size }: Blob): Promise<void> {
      await query
        .insertInto('datasetSnapshots')
        .values({ checksum, size, createdAt: clock.time() })
        .onConflict((conflict) => conflict.column('checksum').doUpdateSet({ createdAt: clock.time() }))
        .execute()
    },

    async keptBefore(time: string): Promise<string[]> {
      const reader = database.reader<SnapshotTables>()
      const rows = await reader
        .selectFrom('datasetSnapshots')
        .select('checksum')
        .where('createdAt', '<', time)
        .execute()
      return rows.map(({ checksum }) => checksum)
    },

    /** Content is collected later. */
    async forget(checksums: readonly string[], keptBefore: string): Promise<void> {
      for (const some of inSlices(checksums)) {
        const rows = query.deleteFrom('datasetSnapshots').where('checksum', 'in', some)
        await rows.where('createdAt', '<', keptBefore).execute()
      }
    },

    headOf,
    imagesOf,

    /** The folder is emptied first. */
    materialize: (
      version: string,
      folder: string,
      signal: AbortSignal,
      format: WrittenFormatKind = 'coco',
    ): Promise<{ imageCount: number }> =>
      materialize({ head: () => headOf(version), images: () => imagesOf(version), format, folder, signal, blobs }),
  }
}

export type Snapshots = ReturnType<typeof createSnapshots>

async function* withSplits(
  images: AsyncIterable<SnapshotImage>,
  splits: readonly Split[],
): AsyncGenerator<WrittenImage> {
  for await (const { shapes, ...image } of images)
    if (splits.includes(image.split)) yield { ...image, shapes: writeJson(shapes), annotator: null }
}

function inSplits({ head, images }: SnapshotRows, splitOf: SplitOf = () => undefined): SnapshotRows {
  async function* divided() {
    for await (const image of images) yield { ...image, split: splitOf(image.itemId ?? '') ?? image.split }
  }
  return { head, images: divided() }
}

async function* unlabeled(files: AsyncIterable<SpaceImage>): AsyncGenerator<WrittenImage> {
  for await (const { path, fileId, checksum, width, height } of files) {
    const none = { itemId: null, split: 'test', status: 'to-label', shapes: '[]', annotator: null } as const
    yield { path, fileId, checksum, width, height, ...none, tags: [] }
  }
}
