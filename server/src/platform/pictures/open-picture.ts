import { closeSync, openSync, readSync } from 'node:fs'
import { platform } from 'node:process'
import {
  isForeignHevc,
  maxHeldBytes,
  openPicture,
  openWithRange,
  readHeader,
  startSize,
  type PictureSource,
} from '@vermilion/contract/pictures/open-picture'
import { UnreadablePicture } from '@vermilion/contract/pictures/problems'
import sharp from 'sharp'
import type { Metadata, Sharp } from 'sharp'
import type { LocalFile } from '#platform/blobs/blob-store'
import { openInFolder } from '#platform/blobs/folder-file'

// Only dedicated processes open pictures: each handles one at a time, and dies alone when a picture crashes the decoder.
sharp.concurrency(1)
sharp.cache(false)
// SVG can name other files; a picture never needs to.
sharp.block({ operation: ['VipsForeignLoadSvg'] })

export type Picture = LocalFile | Uint8Array

export const withPicture = <Result>(picture: Picture, work: (picture: Sharp) => Promise<Result>): Promise<Result> =>
  withSource(picture, async (source) => work(await openPicture(sharp, source)))

export const headerOf = (picture: Picture): Promise<Metadata> =>
  withSource(picture, (source) => readHeader(sharp, source))

/** An HEVC picture that cannot be decoded here. */
export const isUnreadHevc = (header: Metadata): boolean => isForeignHevc(sharp, header)

/** The values displayed as black and white; null when they are displayed unchanged. */
export const rangeShownOf = (picture: Picture) =>
  withSource(picture, async (source) => (await openWithRange(sharp, source)).range)

async function withSource<Result>(picture: Picture, work: (source: PictureSource) => Promise<Result>): Promise<Result> {
  if (picture instanceof Uint8Array) return work(sourceOfBytes(picture))
  const { file, within } = picture
  if (within === null) {
    const descriptor = openSync(file, 'r')
    try {
      return await work(sourceOfFile(file, descriptor))
    } finally {
      closeSync(descriptor)
    }
  }
  // In somebody else's folder, use the file that `openInFolder` verified instead of opening it by name again.
  const { handle, size } = await openInFolder(within, file)
  try {
    if (platform === 'linux') return await work(sourceOfFile(`/proc/self/fd/${handle.fd}`, handle.fd))
    if (size > maxHeldBytes) throw new UnreadablePicture('too-large')
    return await work(sourceOfBytes(readBytes(handle.fd, size)))
  } finally {
    await handle.close()
  }
}

const sourceOfFile = (source: string, descriptor: number): PictureSource => ({
  source,
  start: readBytes(descriptor, startSize),
  read: async (size) => readBytes(descriptor, size),
})

const sourceOfBytes = (bytes: Uint8Array): PictureSource => ({
  source: bytes,
  start: bytes.subarray(0, startSize),
  read: async (size) => bytes.subarray(0, size),
})

/** Synchronous: for few bytes it is faster than a thread, and nobody else waits in these processes. */
function readBytes(descriptor: number, size: number): Uint8Array {
  const bytes = Buffer.alloc(size)
  let length = 0
  for (let read = -1; length < size && read !== 0; length += read)
    read = readSync(descriptor, bytes, length, size - length, length)
  return bytes.subarray(0, length)
}
