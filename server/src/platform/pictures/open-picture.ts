import { closeSync, openSync, readSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { platform } from 'node:process'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import type { LocalFile } from '#platform/blobs/blob-store'
import { openInFolder } from '#platform/blobs/folder-file'
import { decodeBitmap, isBitmap } from './bitmap.ts'

/** A header may claim more pixels than any memory holds; this is about 23,000 × 23,000. */
export const mostPixels = 512 * 1024 * 1024

/** A picture that lies somewhere, or one that is in memory. */
export type Picture = LocalFile | Uint8Array

/** Opens a picture for as long as something is done with it. */
export async function withPicture<Result>(
  picture: Picture,
  work: (picture: Sharp) => Promise<Result>,
): Promise<Result> {
  if (picture instanceof Uint8Array)
    return work(await pictureOf(Buffer.from(picture.buffer, picture.byteOffset, picture.length)))
  const { file, within } = picture
  if (within === null) return work(await pictureOf(file))
  // In somebody else's folder it must be the file that was opened with care, so it is not opened by its name again.
  const { handle } = await openInFolder(within, file)
  try {
    return await work(await pictureOf(platform === 'linux' ? `/proc/self/fd/${handle.fd}` : await handle.readFile()))
  } finally {
    await handle.close()
  }
}

/** Opens a picture by its path, or one that is in memory. */
export async function pictureOf(source: string | Buffer): Promise<Sharp> {
  if (!isBitmap(typeof source === 'string' ? firstBytes(source) : source)) {
    return sharp(source, { failOn: 'error', limitInputPixels: mostPixels, sequentialRead: true })
  }
  const { data, width, height } = decodeBitmap(typeof source === 'string' ? await readFile(source) : source)
  return sharp(data, { raw: { width, height, channels: 3 } })
}

/** At once: two bytes take less than the ways to a thread and back. Pictures are opened in processes of their own. */
function firstBytes(file: string): Uint8Array {
  const descriptor = openSync(file, 'r')
  try {
    const bytes = new Uint8Array(2)
    readSync(descriptor, bytes, 0, bytes.length, 0)
    return bytes
  } finally {
    closeSync(descriptor)
  }
}
