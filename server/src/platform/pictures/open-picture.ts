import { closeSync, openSync, readSync } from 'node:fs'
import { platform } from 'node:process'
import {
  isForeignHevc,
  mostHeld,
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

// Only processes of their own open pictures: each works on one at a time, and ends where a picture breaks the decoder.
sharp.concurrency(1)
sharp.cache(false)
// Drawings can name other files; a picture never needs to.
sharp.block({ operation: ['VipsForeignLoadSvg'] })

/** A picture that lies somewhere, or one that is in memory. */
export type Picture = LocalFile | Uint8Array

/** Opens a picture for as long as something is done with it. Throws `UnreadablePicture`. */
export const withPicture = <Result>(picture: Picture, work: (picture: Sharp) => Promise<Result>): Promise<Result> =>
  withSource(picture, async (source) => work(await openPicture(sharp, source)))

/** What a picture's header says of it as it lies there. */
export const headerOf = (picture: Picture): Promise<Metadata> =>
  withSource(picture, (source) => readHeader(sharp, source))

/** Whether it is an HEVC picture that is not decoded here. */
export const isUnreadHevc = (header: Metadata): boolean => isForeignHevc(sharp, header)

/** The values that are shown as black and white; null where they are shown as they are. */
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
  // In somebody else's folder it must be the file that was opened with care, so it is not opened by its name again.
  const { handle, size } = await openInFolder(within, file)
  try {
    if (platform === 'linux') return await work(sourceOfFile(`/proc/self/fd/${handle.fd}`, handle.fd))
    if (size > mostHeld) throw new UnreadablePicture('too-large')
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

/** At once: few bytes take less than the ways to a thread and back, and nobody else waits in these processes. */
function readBytes(descriptor: number, size: number): Uint8Array {
  const bytes = Buffer.alloc(size)
  let length = 0
  for (let read = -1; length < size && read !== 0; length += read)
    read = readSync(descriptor, bytes, length, size - length, length)
  return bytes.subarray(0, length)
}
