import { createReadStream } from 'node:fs'
import { UnreadablePicture } from '@vermilion/contract/pictures/problems'
import { atMost } from '#platform/content-parts'
import type { LocalFile } from '#platform/blobs/blob-store'
import { openInFolder } from '#platform/blobs/folder-file'

/** Most bytes of a picture that the server itself holds to hand on. Larger ones are opened by a worker only. */
export const maxPictureBytes = 64 * 1024 ** 2

/** `hold` is called with the size of each arriving part, and may throw. */
export async function collectPicture(
  content: AsyncIterable<Uint8Array>,
  hold?: (bytes: number) => void,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of atMost(maxPictureBytes, content, () => new UnreadablePicture('too-large'))) {
    hold?.(part.length)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

export async function readPicture(picture: LocalFile | Uint8Array): Promise<Uint8Array> {
  if (picture instanceof Uint8Array) return picture
  const { file, within } = picture
  return collectPicture(
    within === null
      ? (createReadStream(file) as AsyncIterable<Uint8Array>)
      : ((await (await openInFolder(within, file)).stream()) as AsyncIterable<Uint8Array>),
  )
}
