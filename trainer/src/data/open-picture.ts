import { closeSync, openSync, readSync } from 'node:fs'
import { openPicture, openWithRange, readHeader, startSize, type PictureSource } from '@vermilion/contract/pictures/open-picture'
import sharp from 'sharp'
import type { Metadata, Sharp } from 'sharp'

// One picture is decoded at a time; more threads would take cores from the training.
sharp.concurrency(1)
sharp.cache(false)

/** Disables SVG decoding for user-supplied files, since SVG can reference other files. Trainings still render their charts. */
export function blockDrawings(): void {
  sharp.block({ operation: ['VipsForeignLoadSvg'] })
}

/** Opens a picture as the server does, with its displayed value range. Throws `UnreadablePicture`. */
export const openBytes = (image: Uint8Array) =>
  openWithRange(sharp, {
    source: image,
    start: image.subarray(0, startSize),
    read: async (size) => image.subarray(0, size),
  })

/** Opens a picture as the server does. Throws `UnreadablePicture`. */
export const openFile = (file: string): Promise<Sharp> => openPicture(sharp, sourceOf(file))

/** Header of the stored picture. */
export const headerOfFile = (file: string): Promise<Metadata> => readHeader(sharp, sourceOf(file))

const sourceOf = (file: string): PictureSource => ({
  source: file,
  start: readStart(file, startSize),
  read: async (size) => readStart(file, size),
})

function readStart(file: string, size: number): Uint8Array {
  const descriptor = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(size)
    return bytes.subarray(0, readSync(descriptor, bytes, 0, size, 0))
  } finally {
    closeSync(descriptor)
  }
}
