import { open, readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import type { LocalFile } from '#platform/blobs/blob-store'
import { openInFolder } from '#platform/blobs/folder-file'
import { decodeBitmap, isBitmap } from './bitmap.ts'

/** A header may claim more pixels than any memory holds; this is about 23,000 × 23,000. */
export const mostPixels = 512 * 1024 * 1024

export async function openPicture({ file, within }: LocalFile): Promise<Sharp> {
  const source = within === null ? file : await contentOf(within, file)
  if (!isBitmap(typeof source === 'string' ? await firstBytes(source) : source)) {
    return sharp(source, { failOn: 'error', limitInputPixels: mostPixels, sequentialRead: true })
  }
  const { data, width, height } = decodeBitmap(typeof source === 'string' ? await readFile(source) : source)
  return sharp(data, { raw: { width, height, channels: 3 } })
}

/** A picture in somebody else's folder is taken into memory, so that it is the one that was opened with care. */
async function contentOf(folder: string, path: string): Promise<Buffer> {
  const { handle } = await openInFolder(folder, path)
  try {
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}

async function firstBytes(file: string): Promise<Uint8Array> {
  const handle = await open(file, 'r')
  try {
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    return buffer
  } finally {
    await handle.close()
  }
}
