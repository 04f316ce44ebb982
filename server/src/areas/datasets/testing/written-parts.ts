import { pngChunk, pngSignature } from '@vermilion/contract/formats/png/chunks'
import { deflateSync } from 'node:zlib'
import type { WrittenPicture, WrittenThing } from './written-scene.ts'

export const json = (value: unknown) => `${JSON.stringify(value, null, 1)}\n`
export const corners = ({ box: [x, y, width, height] }: WrittenThing) => [x, y, x + width, y + height] as const
export const pairs = (numbers: readonly number[]) =>
  Array.from({ length: numbers.length / 2 }, (_, at) => [numbers[2 * at], numbers[2 * at + 1]])
export const parts = (numbers: readonly number[], { width, height }: WrittenPicture) =>
  numbers.map((value, at) => value / (at % 2 === 0 ? width : height))
export const nameOf = ({ stated }: WrittenPicture) => stated ?? ''

export function runsOf(pixels: Iterable<number>): number[] {
  const runs: number[] = []
  let [value, count] = [0, 0]
  for (const pixel of pixels) {
    if (pixel !== value) {
      runs.push(count)
      value = pixel
      count = 0
    }
    count += 1
  }
  return [...runs, count]
}

export function* columnsOf(pixels: Uint8Array, { width, height }: WrittenPicture): Generator<number> {
  for (let x = 0; x < width; x += 1) for (let y = 0; y < height; y += 1) yield pixels[y * width + x] ?? 0
}

function png({ width, height }: WrittenPicture, samples: Uint8Array): Uint8Array {
  const row = samples.length / height
  const raw = Buffer.concat(
    Array.from({ length: height }, (_, y) => Buffer.from([0, ...samples.subarray(y * row, (y + 1) * row)])),
  )
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  head[9] = row === width ? 0 : 2
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(raw)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Paints numbers on top of each other, `channels` bytes per pixel. */
export function painted(picture: WrittenPicture, numbers: readonly number[], channels: 1 | 3): Uint8Array {
  const samples = new Uint8Array(picture.width * picture.height * channels)
  for (const [index, { pixels }] of picture.things.entries())
    for (const [at, isOf] of pixels.entries()) if (isOf === 1) samples[at * channels] = numbers[index]!
  return png(picture, samples)
}
