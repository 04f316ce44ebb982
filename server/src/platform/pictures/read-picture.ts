import { createReadStream } from 'node:fs'
import { UnreadablePicture } from '@vermilion/contract/pictures/problems'
import type { LocalFile } from '#platform/blobs/blob-store'
import { openInFolder } from '#platform/blobs/folder-file'

/** Bytes of a picture that the server itself ever holds, to hand them on. What is larger is opened by a worker alone. */
export const largestPicture = 64 * 1024 ** 2

interface ReadOptions {
  /** Is told of bytes as they come, and may throw. */
  readonly hold?: (bytes: number) => void
}

/** The bytes of a picture. Throws `UnreadablePicture` as soon as there are more than `largestPicture`. */
export async function collectPicture(
  content: AsyncIterable<Uint8Array>,
  { hold }: ReadOptions = {},
): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of content) {
    size += part.length
    if (size > largestPicture) throw new UnreadablePicture('too-large')
    hold?.(part.length)
    parts.push(part)
  }
  return Buffer.concat(parts, size)
}

/** The bytes of a picture, wherever it lies. Throws `UnreadablePicture` for one of more than `largestPicture`. */
export async function readPicture(picture: LocalFile | Uint8Array): Promise<Uint8Array> {
  if (picture instanceof Uint8Array) return picture
  const { file, within } = picture
  return collectPicture(
    within === null
      ? (createReadStream(file) as AsyncIterable<Uint8Array>)
      : ((await (await openInFolder(within, file)).stream()) as AsyncIterable<Uint8Array>),
  )
}
