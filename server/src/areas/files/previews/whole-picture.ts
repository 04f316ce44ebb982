import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Content } from '#platform/http/range'
import { mediaOf } from '../content/media.ts'
import type { Pictures } from '../pictures/pictures.ts'
import type { FileService } from '../service.ts'
import { isPlainPicture } from './plain-picture.ts'

interface Needs {
  readonly files: Pick<FileService, 'get' | 'content'>
  readonly pictures: Pick<Pictures, 'rendition'>
  checksumOf(id: string): Promise<string>
}

export function createWholePictures({ files, pictures, checksumOf }: Needs) {
  return async (id: string, signal: AbortSignal): Promise<Content> => {
    const media = mediaOf((await files.get(id)).name)
    if (media.readable !== true) throw fail('file.no-preview')
    const content = await files.content(id, false)
    if (media.inline === true && (await isPlainPicture(readerOf(content)))) return content
    const checksum = await checksumOf(id)
    const rendition = await pictures.rendition(checksum, signal)
    if (!('file' in rendition)) throw fail('file.no-preview')
    const { file, size } = rendition
    const open: Content['open'] = async (range) => createReadStream(file, range)
    return { size, tag: `rendition-${checksum}`, mediaType: 'image/jpeg', open }
  }
}

const readerOf = (content: Content) => async (start: number, size: number) =>
  start >= content.size
    ? Buffer.alloc(0)
    : buffer(await content.open({ start, end: Math.min(content.size, start + size) - 1 }))
