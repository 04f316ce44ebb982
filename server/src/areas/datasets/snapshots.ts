import { fail } from '@vermilion/contract/kernel/errors'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { BlobOwner, BlobOwners } from '#platform/blobs/index-check'
import type { BlobStore } from '#platform/blobs/blob-store'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { AnnotationStore } from './annotation-store.ts'
import type { StoredDataset } from './dataset-store.ts'
import type { StoredItem } from './item-row.ts'
import type { ItemStore } from './item-store.ts'
import { materialize } from './materialize.ts'
import { isLabeled } from './rules.ts'
import { snapshot, type Snapshot, type SnapshotImage } from './snapshot.ts'

interface SnapshotTables {
  datasetSnapshots: { checksum: string; size: number; createdAt: string }
}

const imagesAtOnce = 400

/** A file of a data space, as far as a snapshot needs to know it. */
export type SpaceImage = Pick<StoredItem, 'path' | 'checksum' | 'width' | 'height'> & { fileId: string }

export function createSnapshots(needs: {
  database: Database
  blobs: BlobStore
  blobOwners: BlobOwners
  clock: Clock
  items: ItemStore
  annotations: AnnotationStore
}) {
  const { database, blobs, clock, items, annotations } = needs
  const query = database.query<SnapshotTables>()
  needs.blobOwners.add(owner(database))

  async function keep(content: Snapshot): Promise<string> {
    if (content.images.length === 0) throw fail('dataset.empty')
    const { checksum, size } = await blobs.put(Readable.from([Buffer.from(JSON.stringify(content))]))
    await query
      .insertInto('datasetSnapshots')
      .values({ checksum, size, createdAt: clock.time() })
      .onConflict((conflict) => conflict.column('checksum').doNothing())
      .execute()
    return checksum
  }

  async function read(version: string): Promise<Snapshot> {
    return snapshot.parse(JSON.parse(await text(await blobs.open(version))))
  }

  return {
    /** Keeps a dataset as it is now, or only some of its images; answers the version. Fails as `dataset.empty`. */
    async ofDataset(dataset: StoredDataset, itemIds: readonly string[] = []): Promise<string> {
      const wanted = new Set(itemIds)
      const labelIndex = new Map(dataset.labels.map(({ id }, index) => [id, index]))
      const images: SnapshotImage[] = []
      for (let after = ''; ;) {
        const batch = await items.batch(dataset.id, after, imagesAtOnce)
        const last = batch.at(-1)
        if (last === undefined) break
        after = last.place
        const taken = batch.filter(({ id, available }) => available && (wanted.size === 0 || wanted.has(id)))
        const shapes = await annotations.shapesOfMany(taken.map(({ id }) => id))
        for (const { id: itemId, path, fileId, checksum, width, height, split, status } of taken) {
          const boxes = (shapes.get(itemId) ?? []).flatMap((shape) =>
            'box' in shape ? [{ labelIndex: labelIndex.get(shape.labelId) ?? -1, box: shape.box }] : [],
          )
          const labeled = isLabeled(status)
          images.push({ path, fileId, itemId, checksum, width, height, split, boxes: labeled ? boxes : null })
        }
      }
      const labels = dataset.labels.map(({ name, colour }) => ({ name, colour }))
      return keep({ name: dataset.name, labels, images })
    },

    /** Keeps images of a data space, none of them labelled; answers the version. Fails as `dataset.empty`. */
    async ofSpace(name: string, files: AsyncIterable<SpaceImage>): Promise<string> {
      const images: SnapshotImage[] = []
      for await (const { path, fileId, checksum, width, height } of files)
        images.push({ path, fileId, itemId: null, checksum, width, height, split: 'test', boxes: null })
      return keep({ name, labels: [], images })
    },

    read,

    /** Puts a version into a folder, for a program to read. The folder is emptied first. */
    async materialize(version: string, folder: string, signal: AbortSignal): Promise<void> {
      await materialize({ snapshot: await read(version), folder, signal, blobs })
    },
  }
}

export type Snapshots = ReturnType<typeof createSnapshots>

function owner(database: Database): BlobOwner {
  const reader = database.reader<SnapshotTables>()
  return {
    async named(checksums) {
      const rows = await reader
        .selectFrom('datasetSnapshots')
        .select('checksum')
        .where('checksum', 'in', [...checksums])
        .execute()
      return rows.map(({ checksum }) => checksum)
    },
    all: () => reader.selectFrom('datasetSnapshots').select(['checksum', 'size']).stream(),
  }
}
