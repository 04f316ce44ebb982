import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { letterboxPixels } from '@vermilion/contract/detection/resample'
import { fail } from '@vermilion/contract/kernel/errors'
import { decodeImage } from './decode-image.ts'
import type { Sample } from './sample.ts'

/**
 * The letterboxed images of some samples, each decoded once. They lie in one file of equal records rather than in
 * memory, so that memory stays bounded for any number of images; the system keeps in memory what fits.
 */
export interface ImageCache {
  /** Rows of RGB bytes of the square input. The array is valid until the next read. */
  read(index: number): Uint8Array
  remove(): void
}

export async function createImageCache(path: string, samples: readonly Sample[], inputSize: number, signal: AbortSignal): Promise<ImageCache> {
  const record = inputSize * inputSize * 3
  const file = openSync(path, 'w+')
  for (const [index, sample] of samples.entries()) {
    signal.throwIfAborted()
    const { rgb, width, height } = await decodeImage(sample.file)
    if (width !== sample.width || height !== sample.height) {
      const reason = `${sample.path}: the image is ${width} × ${height}, its annotation says ${sample.width} × ${sample.height}`
      throw fail('dataset.import-invalid', { file: sample.path, reason })
    }
    writeSync(file, letterboxPixels(rgb, { width, height }, inputSize), 0, record, index * record)
  }
  const pixels = new Uint8Array(record)
  return {
    read(index) {
      readSync(file, pixels, 0, record, index * record)
      return pixels
    },
    remove() {
      closeSync(file)
      rmSync(path, { force: true })
    },
  }
}
