import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { fail } from '@vermilion/contract/kernel/errors'
import type { PictureMetadata, Tiling } from '@vermilion/contract/files/previews'
import type { Content } from '#platform/http/range'
import { mediaOf } from '../content/media.ts'
import { contentOf } from '../pictures/cache.ts'
import type { Pictures } from '../pictures/pictures.ts'
import type { Pyramids } from '../pictures/pyramids.ts'
import { contentOffset } from '../pictures/tile-offsets.ts'
import type { FileService } from '../service.ts'
import { entriesOf, type Entries } from './entries.ts'
import { isPlainPicture } from './plain-picture.ts'

interface Needs {
  readonly files: FileService
  readonly pictures: Pictures
  readonly pyramids: Pyramids
}

const tileMaxAge = 3_600_000
const pdfMark = '%PDF-'

export type Previews = ReturnType<typeof createPreviews>

export function createPreviews({ files, pictures, pyramids }: Needs) {
  async function readablePicture(id: string) {
    if (mediaOf((await files.get(id)).name).readable !== true) throw fail('file.no-preview')
    const { checksum, path, width, height, broken } = await files.examined(id)
    if (width === null || height === null || broken) throw fail('file.no-preview')
    return { checksum, path, size: { width, height } }
  }

  return {
    async metadata(id: string, signal: AbortSignal): Promise<PictureMetadata> {
      const { checksum, path } = await files.picture(id)
      const metadata = await pictures.metadata(checksum, signal)
      if ('missing' in metadata) throw fail('file.unreachable', { path })
      if ('broken' in metadata) throw fail('file.no-preview')
      return metadata
    },

    async picture(id: string, signal: AbortSignal): Promise<Content> {
      const { checksum } = await readablePicture(id)
      const preview = await pictures.preview(checksum, signal)
      if (!('file' in preview)) throw fail('file.no-preview')
      return contentOf(preview, `preview-${checksum}`, 'image/webp')
    },

    async whole(id: string, signal: AbortSignal): Promise<Content> {
      const media = mediaOf((await files.get(id)).name)
      if (media.readable !== true) throw fail('file.no-preview')
      const content = await files.content(id, false)
      if (media.inline === true && (await isPlainPicture((start, size) => readPart(content, start, size))))
        return content
      const { checksum } = await readablePicture(id)
      const rendition = await pictures.rendition(checksum, signal)
      if (!('file' in rendition)) throw fail('file.no-preview')
      return contentOf(rendition, `rendition-${checksum}`, 'image/jpeg')
    },

    async tiling(id: string): Promise<Tiling> {
      const { checksum, path, size } = await readablePicture(id)
      const tiling = await pyramids.tiling(checksum, size)
      if ('missing' in tiling) throw fail('file.unreachable', { path })
      if ('broken' in tiling) throw fail('file.no-preview')
      return tiling
    },

    async tile(id: string, name: { level: number; x: number; y: number }): Promise<Content> {
      const { checksum, size } = await readablePicture(id)
      const tile = await pyramids.tile(checksum, size, name)
      if (tile === undefined) throw fail('file.no-preview')
      const begin = await contentOffset(tile.file, tile.entry)
      return {
        size: tile.size,
        tag: `tile-${checksum}-${name.level}-${name.x}-${name.y}`,
        mediaType: 'image/jpeg',
        keepFor: tileMaxAge,
        open: async (range = { start: 0, end: tile.size - 1 }) =>
          createReadStream(tile.file, { start: begin + range.start, end: begin + range.end }),
      }
    },

    async entries(id: string, signal: AbortSignal): Promise<Entries> {
      const { name } = await files.get(id)
      return entriesOf(name, await files.content(id, false), signal)
    },

    async document(id: string): Promise<Content> {
      const content = await files.content(id, false)
      // Only such content is framed.
      if (String(await readPart(content, 0, pdfMark.length)) !== pdfMark) throw fail('file.no-preview')
      return { ...content, mediaType: 'application/pdf', downloadName: undefined, framed: true }
    },
  }
}

/** At most this many bytes of a content, fewer at its end. */
const readPart = async ({ size, open }: Content, start: number, length: number): Promise<Buffer> =>
  start >= size ? Buffer.alloc(0) : buffer(await open({ start, end: Math.min(size, start + length) - 1 }))
