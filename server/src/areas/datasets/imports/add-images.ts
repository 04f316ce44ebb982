import { buffer } from 'node:stream/consumers'
import { Failure } from '@vermilion/contract/kernel/errors'
import type { Text } from '@vermilion/contract/kernel/text'
import { type PictureProblem, pictureProblemTexts } from '@vermilion/contract/pictures/problems'
import { maxPackedBytes } from '@vermilion/contract/files/uploads'
import type { Files } from '#areas/files'
import type { Blob } from '#platform/blobs/blob-store'
import type { ItemStore } from '../items/item-store.ts'
import type { SpaceImage } from '../snapshots/snapshots.ts'
import { imageOf, unlessGone } from '../items/space-images.ts'
import type { AddSpaceImages } from '../items/add-space-images.ts'
import type { ImportImageRow } from './image-row.ts'
import type { ImportImageStore } from './image-store.ts'
import type { ImportStore, StoredImport } from './import-store.ts'
import type { DecodedProblem } from './decoding/decode-messages.ts'
import { reportProblems } from './problems.ts'
import type { SourceFiles } from './source/source-files.ts'
import type { Platform } from '#platform/platform'

const brokenText: Text = { en: 'the image cannot be read', zh: '图片无法读取' }
const unreadable = (file: string, problem: PictureProblem | null): DecodedProblem => ({
  file,
  line: null,
  reason: problem === null || problem === 'damaged' ? brokenText : pictureProblemTexts[problem],
})

export type AddImages = (
  row: StoredImport,
  source: SourceFiles,
  batch: readonly ImportImageRow[],
  signal: AbortSignal,
) => Promise<readonly ImportImageRow[]>

interface Needs extends Pick<Platform, 'database' | 'blobs'> {
  readonly files: Files
  readonly items: ItemStore
  readonly store: ImportStore
  readonly images: ImportImageStore
  readonly addSpaceImages: AddSpaceImages
}

/**
 * Images in a space are added by reference, else as files of the import's folder. A repeat after a crash finds those added
 * before.
 */
export function createAddImages({ database, blobs, files, items, store, images, addSpaceImages }: Needs): AddImages {
  async function filesFor(
    { folder }: StoredImport,
    spaceId: string,
    source: SourceFiles,
    paths: readonly string[],
  ): Promise<Map<string, string>> {
    const existing = paths.flatMap((path) => {
      const id = source.spaceFile?.(path)
      return id === undefined ? [] : [[path, id] as const]
    })
    if (source.spaceFile !== undefined) return new Map(existing)
    const stored = await contents(source, paths)
    const results = await files.writeAll(
      spaceId,
      stored.map(({ path, blob }) => ({ spaceId, path: `${folder ?? 'import'}/${path}`, conflict: 'skip', blob })),
    )
    return new Map(
      results.flatMap((one, index) => {
        const path = stored[index]?.path ?? ''
        return one instanceof Failure || !one.isWritten ? [] : [[path, one.file.id] as const]
      }),
    )
  }

  async function contents(source: SourceFiles, paths: readonly string[]): Promise<{ path: string; blob: Blob }[]> {
    const large: { path: string; blob: Blob }[] = []
    const small: { path: string; content: Buffer }[] = []
    for (const path of paths) {
      try {
        if (source.size(path) > maxPackedBytes) large.push({ path, blob: await blobs.put(await source.open(path)) })
        else small.push({ path, content: await buffer(await source.open(path)) })
      } catch (error) {
        if (isOfDisk(error)) throw error
      }
    }
    const stored = await blobs.putAll(small.map(({ content }) => content))
    return [...large, ...small.flatMap(({ path }, index) => (stored[index] ? [{ path, blob: stored[index] }] : []))]
  }

  return async (row, source, batch, signal) => {
    const { datasetId } = row
    const spaceId = row.spaceId ?? ''
    const absent = batch.filter(({ itemId, file }) => itemId === null && file !== null)
    if (absent.length === 0) return batch
    const fileIds = await filesFor(row, spaceId, source, [...new Set(absent.map(({ file }) => file ?? ''))])
    const entries = new Map<number, SpaceImage>()
    const broken = new Map<string, PictureProblem | null>()
    for (const { number, file } of absent) {
      signal.throwIfAborted()
      const fileId = fileIds.get(file ?? '')
      const image = fileId === undefined ? undefined : await imageOf(files, fileId)
      if (image === undefined)
        broken.set(
          file ?? '',
          fileId === undefined ? null : ((await files.pictureProblem(fileId).catch(unlessGone)) ?? null),
        )
      else entries.set(number, image)
    }
    return database.transaction(async () => {
      const distinct = new Map([...entries.values()].map((entry) => [entry.fileId, entry]))
      const added = await addSpaceImages(datasetId, spaceId, [...distinct.values()])
      const done = (await store.find(row.id))?.done
      if (done !== undefined) await store.update(row.id, { done: { ...done, added: done.added + added } })
      await reportProblems(
        store,
        row,
        [...broken].map(([file, problem]) => unreadable(file, problem)),
      )
      const itemsByFile = await items.byFiles(datasetId, [...distinct.keys()])
      const used: ImportImageRow[] = []
      for (const image of batch) {
        const itemId = image.itemId ?? itemsByFile.get(entries.get(image.number)?.fileId ?? '')?.id ?? null
        if (itemId !== image.itemId && itemId !== null && image.file !== null)
          await images.matchFile(row.id, image.file, itemId)
        used.push({ ...image, itemId })
      }
      return used
    })
  }
}

function isOfDisk(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENOSPC', 'EIO', 'EDQUOT', 'EMFILE'].includes(String(error.code))
}
