import type { WrittenFormatKind } from '@vermilion/contract/formats/offers'
import { splitName } from '@vermilion/contract/formats/splits'
import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import { constants, copyFile, link, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BlobStore } from '#platform/blobs/blob-store'
import { hasCode } from '#platform/blobs/folder-file'
import { loadFormats } from '../load-formats.ts'
import { labeledSource } from './labeled-source.ts'
import type { SnapshotHead, SnapshotImage } from './snapshot.ts'

/** The image's path below the materialized folder. */
export function imagePlace({ split, path }: Pick<SnapshotImage, 'split' | 'path'>): string {
  return `images/${splitName(split)}/${path}`
}

/**
 * Writes a snapshot in the layout that training programs read; for COCO `images/<split>/<path>` with
 * `annotations/instances_<split>.json`, and unlabeled images in `annotations/image_info_<split>.json`. Images are hard links to
 * stored files, so a folder of any size takes no space; files in place are copied. One image at a time is in memory. Replaces the
 * leftovers of an interrupted call. Returns the number of images.
 */
export async function materialize(needs: {
  head(): Promise<SnapshotHead>
  images(): AsyncIterable<SnapshotImage>
  format: WrittenFormatKind
  folder: string
  signal: AbortSignal
  blobs: Pick<BlobStore, 'open' | 'localFile'>
}): Promise<{ imageCount: number }> {
  const { format, folder, signal, blobs } = needs
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  let current: SnapshotImage | undefined
  const source = await labeledSource(needs, (image) => {
    signal.throwIfAborted()
    current = image
  })
  const folders = new Set<string>()
  const formats = await loadFormats()
  let imageCount = 0
  for await (const part of formats[format].encode(source, { images: true })) {
    if (part.type === 'problem') continue
    const to = join(folder, part.path)
    if (!folders.has(dirname(to))) await mkdir(dirname(to), { recursive: true })
    folders.add(dirname(to))
    if (part.type === 'file') await writeFile(to, part.content)
    else if (current?.path === part.of) {
      await placeImage(blobs, current, to)
      imageCount += 1
    } else throw new Error(`${part.of} was asked for out of its turn`)
  }
  return { imageCount }
}

/** Links a stored file; copies a file of somebody else's folder, which a program could write to. */
async function placeImage(
  blobs: Pick<BlobStore, 'open' | 'localFile'>,
  { checksum, path }: Pick<SnapshotImage, 'checksum' | 'path'>,
  to: string,
): Promise<void> {
  const localFile = await blobs.localFile?.(checksum)
  if (localFile !== undefined && localFile.within === null) return linkOrCopy(localFile.file, to)
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

/** Links on one disk; else the file system clones or copies. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (!hasCode(error, 'EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP')) throw error
    await copyFile(from, to, constants.COPYFILE_FICLONE)
  }
}
