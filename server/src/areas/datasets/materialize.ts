import { encodeCoco } from '@vermilion/contract/formats/coco/document'
import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import { constants, copyFile, link, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BlobStore } from '#platform/blobs/blob-store'
import { hasCode } from '#platform/blobs/folder-file'
import type { Snapshot, SnapshotImage } from './snapshot.ts'

/** Folder names of the splits, as training programs expect them. */
const splitFolder = { train: 'train', validation: 'val', test: 'test' } as const

/** Where an image of a snapshot lies below the folder that it was written into. */
export function imagePlace({ split, path }: Pick<SnapshotImage, 'split' | 'path'>): string {
  return `images/${splitFolder[split]}/${path}`
}

/**
 * Writes a snapshot as the COCO folder that training programs read: `images/<split>/<path>` beside
 * `annotations/instances_<split>.json`, and, as COCO itself does for pictures without truth, those that nobody labelled
 * in `annotations/image_info_<split>.json`. Images are hard links to the stored files, so that a folder of any size
 * costs no space; those that lie in place are copied. Begins anew on what an interrupted call left.
 */
export async function materialize(needs: {
  snapshot: Snapshot
  folder: string
  signal: AbortSignal
  blobs: Pick<BlobStore, 'open' | 'localFile'>
}): Promise<void> {
  const { snapshot, folder, signal, blobs } = needs
  await rm(folder, { recursive: true, force: true })
  await mkdir(join(folder, 'annotations'), { recursive: true })
  for (const [split, images] of Map.groupBy(snapshot.images, (image) => splitFolder[image.split])) {
    const root = join(folder, 'images', split)
    for (const path of new Set(images.map((image) => dirname(image.path)))) {
      await mkdir(join(root, path), { recursive: true })
    }
    for (const { checksum, path } of images) {
      signal.throwIfAborted()
      await place(blobs, { checksum, path }, join(root, path))
    }
    const write = (name: string, some: readonly SnapshotImage[]) =>
      some.length === 0
        ? undefined
        : writeFile(join(folder, 'annotations', `${name}_${split}.json`), documentOf(snapshot.labels, some))
    await write(
      'instances',
      images.filter(({ boxes }) => boxes !== null),
    )
    await write(
      'image_info',
      images.filter(({ boxes }) => boxes === null),
    )
  }
}

function documentOf(labels: Snapshot['labels'], images: readonly SnapshotImage[]): string {
  return JSON.stringify(
    encodeCoco({
      labels,
      images: images.map(({ path, width, height, boxes }) => ({
        path,
        width,
        height,
        shapes: (boxes ?? []).map((one) => ({ kind: 'box' as const, ...one })),
      })),
    }),
  )
}

/** A link to a file of the store; a copy of what lies in somebody else's folder, which a program could write to. */
async function place(
  blobs: Pick<BlobStore, 'open' | 'localFile'>,
  { checksum, path }: Pick<SnapshotImage, 'checksum' | 'path'>,
  to: string,
): Promise<void> {
  const found = await blobs.localFile?.(checksum)
  if (found !== undefined && found.within === null) return linkOrCopy(found.file, to)
  const content = await blobs.open(checksum).catch((error: unknown) => {
    throw hasCode(error, 'ENOENT') ? new Error(`${path} has been changed or is gone: scan its data space again`) : error
  })
  const hash = createHash('sha256')
  await writeFile(to, hashed(content, hash))
  if (hash.digest('hex') !== checksum) throw new Error(`${path} was changed while it was copied`)
}

async function* hashed(content: AsyncIterable<Uint8Array>, hash: Hash): AsyncIterable<Uint8Array> {
  for await (const chunk of content) {
    hash.update(chunk)
    yield chunk
  }
}

/** Links where both lie on one disk; else the file system clones or copies. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (!hasCode(error, 'EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP')) throw error
    await copyFile(from, to, constants.COPYFILE_FICLONE)
  }
}
