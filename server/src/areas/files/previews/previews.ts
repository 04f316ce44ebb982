import { createReadStream } from 'node:fs'
import { fail } from '@vermilion/contract/kernel/errors'
import type { PictureMetadata, Tiling } from '@vermilion/contract/files/previews'
import type { Content } from '#platform/http/range'
import type { FileService } from '../service.ts'
import type { Pictures } from '../pictures/pictures.ts'
import type { Pyramids } from '../pictures/pyramids.ts'
import { mediaOf } from '../content/media.ts'
import { contentOffset } from '../pictures/tile-offsets.ts'
import { isPdf } from './document.ts'
import { entriesOf } from './entries.ts'
import { createWholePictures } from './whole-picture.ts'
import type { Entries } from './entries.ts'

interface Needs {
  readonly files: FileService
  readonly pictures: Pictures
  readonly pyramids: Pyramids
}

const tileMaxAge = 3_600_000

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
      const { file, size } = preview
      const open: Content['open'] = async (range) => createReadStream(file, range)
      return { size, tag: `preview-${checksum}`, mediaType: 'image/webp', open }
    },

    whole: createWholePictures({ files, pictures, checksumOf: async (id) => (await readablePicture(id)).checksum }),

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
      if (!(await isPdf(content))) throw fail('file.no-preview')
      return { ...content, mediaType: 'application/pdf', downloadName: undefined, framed: true }
    },
  }
}
