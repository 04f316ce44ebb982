import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { SpaceFile } from '@vermilion/contract/files'
import { fail } from '@vermilion/contract/kernel/errors'
import type { BlobStore } from '#platform/blobs/blob-store'
import type { Content } from '#platform/http/range'
import { storedContent } from '#platform/http/stored-content'
import type { InPlaceReader } from '../in-place/reading.ts'
import { contentOf } from '../pictures/cache.ts'
import type { Pictures } from '../pictures/pictures.ts'
import { toFile, type FileRow, type FileStore, type ReadFile } from '../store.ts'
import type { ContentStore } from './content-store.ts'
import { findingFields, type SaveFinding } from './findings.ts'
import { mediaOf } from './media.ts'
import { createPictureAccess } from './picture-access.ts'

type Thumbnail = Awaited<ReturnType<Pictures['thumbnail']>>

function thumbnailContent(key: string, thumbnail: Thumbnail): Content {
  if (!('file' in thumbnail)) throw fail('file.no-thumbnail')
  return contentOf(thumbnail, `thumbnail-${key}`, 'image/webp')
}

interface Needs {
  readonly blobs: BlobStore
  readonly store: Pick<FileStore, 'byId' | 'existing'>
  readonly contents: Pick<ContentStore, 'broken'>
  readonly saveFinding: SaveFinding
  readonly reading: InPlaceReader
  readonly pictures: Pictures
}

export function createFileContent({ blobs, store, contents, saveFinding, reading, pictures }: Needs) {
  async function findFile(id: string): Promise<FileRow> {
    const row = await store.byId(id)
    if (row === undefined) throw fail('file.not-found')
    return row
  }

  function managedContent({ checksum, size }: FileRow): Omit<Content, 'mediaType'> {
    if (checksum === null) throw new Error('a file of a managed space has a checksum')
    return storedContent(blobs, { checksum, size })
  }

  const bytesOf = async (row: FileRow) => (row.modifiedAt === null ? managedContent(row) : reading.content(row))

  const thumbnailOf = async (checksum: string, signal?: AbortSignal): Promise<Content> =>
    thumbnailContent(checksum, await pictures.thumbnail(checksum, signal))

  return {
    /** At most 256 pixels, or 1024 for a preview. Undefined for an undecodable or missing content. */
    async smallPicture(checksum: string, size: 'thumbnail' | 'preview', signal?: AbortSignal) {
      const cached = await pictures[size](checksum, signal)
      // It may have been evicted in between; the next request makes it again.
      return 'file' in cached ? readFile(cached.file).catch(() => undefined) : undefined
    },

    ...createPictureAccess({ blobs, reading, pictures, findFile, bytesOf }),
    bytesOf,
    thumbnailOf,

    /** `folder` is a real path, outside the spaces; `version` changes with the picture. Fails with `file.no-thumbnail`. */
    async thumbnailIn(folder: string, path: string, version: string, signal?: AbortSignal): Promise<Content> {
      const key = createHash('sha256')
        .update(JSON.stringify([folder, path, version]))
        .digest('hex')
      return thumbnailContent(key, await pictures.thumbnailOfFile(key, { file: path, within: folder }, signal))
    },

    async get(id: string): Promise<SpaceFile> {
      return toFile(await findFile(id))
    },

    existing: async (ids: readonly string[]): Promise<SpaceFile[]> => (await store.existing(ids)).map(toFile),

    /** Its size and `broken` are known, examined now if necessary. Fails with `file.unreachable`. */
    async examined(id: string): Promise<ReadFile> {
      const row = await reading.read(await findFile(id))
      if (row.examined === 1) return toFile(row)
      const result = await pictures.examine(row.checksum)
      if ('missing' in result) throw fail('file.unreachable', { path: row.path })
      await saveFinding(row.checksum, result)
      return toFile({ ...row, ...findingFields(result) })
    },

    broken: contents.broken,

    async examinedAlready(ids: readonly string[]): Promise<Map<string, ReadFile>> {
      const files = new Map<string, ReadFile>()
      for (const row of await store.existing(ids)) {
        const { checksum, examined } = row
        if (examined === 1 && checksum !== null) files.set(row.id, toFile({ ...row, checksum }))
      }
      return files
    },

    /** A file's content for sending. Only types that browsers never execute are shown inline. */
    async content(id: string, download: boolean): Promise<Content> {
      const row = await findFile(id)
      const { name, mediaType } = row
      const inline = mediaOf(name).inline === true
      const inlineType = mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType
      return {
        ...(await bytesOf(row)),
        mediaType: inline ? inlineType : 'application/octet-stream',
        downloadName: download || !inline ? name : undefined,
      }
    },

    async thumbnail(id: string, signal?: AbortSignal): Promise<Content> {
      const row = await findFile(id)
      if (row.broken === 1 || mediaOf(row.name).readable !== true) throw fail('file.no-thumbnail')
      return thumbnailOf((await reading.read(row)).checksum, signal)
    },

    async picture(id: string): Promise<ReadFile> {
      const row = await findFile(id)
      if (row.kind !== 'image') throw fail('file.no-preview')
      return toFile(await reading.read(row))
    },
  }
}
