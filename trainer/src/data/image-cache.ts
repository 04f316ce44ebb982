import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { letterboxPixels } from '@vermilion/contract/detection/resample'
import { fail } from '@vermilion/contract/kernel/errors'
import { decodeImage } from './decode-image.ts'
import type { Sample } from './sample.ts'

export type ClassMap<S extends Sample> = (sample: S, out: Uint16Array) => void

/** Decoded once into a file of equal records, which bounds memory; the system caches what fits. */
export interface ImageCache {
  /** RGB bytes of the square input, valid until the next read. */
  read(index: number): Uint8Array
  readClasses(index: number): Uint16Array
  remove(): void
}

interface CacheNeeds<S extends Sample> {
  path: string
  samples: readonly S[]
  inputSize: number
  signal: AbortSignal
  classMap?: ClassMap<S> | undefined
}

export async function createImageCache<S extends Sample>(needs: CacheNeeds<S>): Promise<ImageCache> {
  const { path, samples, inputSize, signal, classMap } = needs
  const pixels = new Uint8Array(inputSize * inputSize * 3)
  const classes = new Uint16Array(inputSize * inputSize)
  const classBytes = new Uint8Array(classes.buffer)
  const record = pixels.length + (classMap === undefined ? 0 : classBytes.length)
  const file = openSync(path, 'w+')
  for (const [index, sample] of samples.entries()) {
    signal.throwIfAborted()
    const { rgb, width, height } = await decodeImage(sample.file)
    if (width !== sample.width || height !== sample.height) {
      const reason = `${sample.path}: the image is ${width} × ${height}, its annotation says ${sample.width} × ${sample.height}`
      throw fail('dataset.import-invalid', { file: sample.path, reason })
    }
    writeSync(file, letterboxPixels(rgb, { width, height }, inputSize), 0, pixels.length, index * record)
    if (classMap === undefined) continue
    classMap(sample, classes)
    writeSync(file, classBytes, 0, classBytes.length, index * record + pixels.length)
  }
  return {
    read(index) {
      readSync(file, pixels, 0, pixels.length, index * record)
      return pixels
    },
    readClasses(index) {
      if (classMap === undefined) throw new Error('the classes of pixels were not asked for')
      readSync(file, classBytes, 0, classBytes.length, index * record + pixels.length)
      return classes
    },
    remove() {
      closeSync(file)
      rmSync(path, { force: true })
    },
  }
}
