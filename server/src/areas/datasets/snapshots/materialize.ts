import type { WrittenFormatKind } from '@vermilion/contract/formats/offers'
import { splitName } from '@vermilion/contract/formats/splits'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BlobStore } from '#platform/blobs/blob-store'
import { contentsAhead, workAhead } from '#platform/work-ahead'
import { labeledSource } from './labeled-source.ts'
import type { SnapshotHead, SnapshotImage } from './snapshot.ts'

export function imagePlace({ split, path }: Pick<SnapshotImage, 'split' | 'path'>): string {
  return `images/${splitName(split)}/${path}`
}

/**
 * For COCO: `images/<split>/<path>` with `annotations/instances_<split>.json`, and unlabeled images in
 * `annotations/image_info_<split>.json`.
 * Images are hard links where the store allows it, otherwise copies. Replaces the leftovers of an interrupted call. Returns the
 * number of images.
 */
export async function materialize(needs: {
  head(): Promise<SnapshotHead>
  images(): AsyncIterable<SnapshotImage>
  format: WrittenFormatKind
  folder: string
  signal: AbortSignal
  blobs: Pick<BlobStore, 'placeFile'>
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
  const { formats } = await import('@vermilion/contract/formats/registry')
  async function* placements() {
    for await (const part of formats[format].encode(source, { images: true })) {
      if (part.type === 'problem') continue
      const to = join(folder, part.path)
      if (!folders.has(dirname(to))) await mkdir(dirname(to), { recursive: true })
      folders.add(dirname(to))
      if (part.type === 'file') await writeFile(to, part.content)
      else if (current?.path === part.of) yield { ...current, to }
      else throw new Error(`${part.of} was asked for out of its turn`)
    }
  }
  const placeImage = async ({ path, checksum, to }: SnapshotImage & { to: string }) => {
    if (await blobs.placeFile(checksum, to)) return 1
    throw new Error(`${path} has been changed or is gone: scan its data space again`)
  }
  let imageCount = 0
  for await (const count of workAhead(placements(), placeImage, contentsAhead)) imageCount += count
  return { imageCount }
}
