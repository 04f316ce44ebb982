import { encodeCoco } from '@vermilion/contract/formats/coco'
import { constants, copyFile, link, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
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
 * costs no space. Begins anew on what an interrupted call left.
 */
export async function materialize(needs: {
  snapshot: Snapshot
  folder: string
  signal: AbortSignal
  /** Where a stored file lies on this disk. */
  fileOf(checksum: string): string
}): Promise<void> {
  const { snapshot, folder, signal, fileOf } = needs
  await rm(folder, { recursive: true, force: true })
  await mkdir(join(folder, 'annotations'), { recursive: true })
  for (const [split, images] of Map.groupBy(snapshot.images, (image) => splitFolder[image.split])) {
    const root = join(folder, 'images', split)
    for (const path of new Set(images.map((image) => dirname(image.path)))) {
      await mkdir(join(root, path), { recursive: true })
    }
    for (const { checksum, path } of images) {
      signal.throwIfAborted()
      await linkOrCopy(fileOf(checksum), join(root, path))
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
      images: images.map(({ path, width, height, boxes }) => ({ path, width, height, boxes: boxes ?? [] })),
    }),
  )
}

/** Links where both lie on one disk; else the file system clones or copies. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (!isErrno(error, 'EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP')) throw error
    await copyFile(from, to, constants.COPYFILE_FICLONE)
  }
}

function isErrno(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
