import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { decodePng, type PngError } from './decode.ts'
import { encodePng } from './encode.ts'

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

async function* inPieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function pixelsOf(bytes: Uint8Array, size = 13): Promise<number[]> {
  const { rows } = await decodePng(inPieces(bytes, size))
  const pixels: number[] = []
  for await (const row of rows) pixels.push(...row)
  return pixels
}

const picture = fc
  .record({ width: fc.integer({ min: 1, max: 30 }), height: fc.integer({ min: 1, max: 150 }) })
  .chain(({ width, height }) =>
    fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      pixels: fc.uint8Array({ minLength: width * height, maxLength: width * height }),
    }),
  )

test('PNG: pixels that are written are read back, and are what another program reads', async () => {
  await fc.assert(
    fc.asyncProperty(
      picture,
      fc.boolean(),
      fc.integer({ min: 1, max: 99 }),
      async ({ width, height, pixels }, isGrey, size) => {
        function* rows() {
          for (let y = 0; y < height; y += 1) yield pixels.subarray(y * width, (y + 1) * width)
        }
        const palette = Array.from({ length: 256 }, (_, at) => (at << 16) | ((255 - at) << 8) | 7)
        const bytes = await bytesOf(encodePng({ width, height, colours: isGrey ? 'grey' : palette, rows: rows() }))
        expect(await pixelsOf(bytes, size)).toEqual([...pixels])
        const { data } = await sharp(bytes)
          .removeAlpha()
          .toColourspace('srgb')
          .raw()
          .toBuffer({ resolveWithObject: true })
        expect(data.filter((_, at) => at % 3 === 0)).toEqual(Buffer.from(pixels))
      },
    ),
    { numRuns: 40 },
  )
})

test('PNG: files of another program are read, whatever they are filtered and packed with', async () => {
  const grey = Uint8Array.from({ length: 40 * 30 }, (_, at) => (at * 7 + Math.floor(at / 40) * 13) % 4)
  const image = sharp(grey, { raw: { width: 40, height: 30, channels: 1 } })
  expect(await pixelsOf(await image.clone().toColourspace('b-w').png({ adaptiveFiltering: true }).toBuffer())).toEqual([
    ...grey,
  ])
  const rgb = Uint8Array.from({ length: 9 * 8 * 3 }, (_, at) => (at * 37) % 256)
  const colours = Array.from(
    { length: 72 },
    (_, at) => (rgb[at * 3]! << 16) | (rgb[at * 3 + 1]! << 8) | rgb[at * 3 + 2]!,
  )
  const colour = sharp(rgb, { raw: { width: 9, height: 8, channels: 3 } })
  expect(await pixelsOf(await colour.png({ adaptiveFiltering: true }).toBuffer())).toEqual(colours)
  const packed = await decodePng(inPieces(await image.png({ palette: true, colours: 4 }).toBuffer(), 50))
  const read: number[] = []
  for await (const row of packed.rows) read.push(...[...row].map((index) => packed.palette[index]! & 255))
  expect(read).toEqual([...grey])
})

test('PNG: its source is ended when all rows are read, some, or none, and when it is refused', async () => {
  const image = await sharp({ create: { width: 50, height: 50, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  let endedCount = 0
  async function* watched(bytes: Uint8Array) {
    try {
      yield* inPieces(bytes, 20)
      yield* inPieces(image, 20)
    } finally {
      endedCount += 1
    }
  }
  const all = await decodePng(watched(image))
  for await (const row of all.rows) expect(row).toHaveLength(50)
  expect(endedCount).toBe(1)
  const some = await decodePng(watched(image))
  await some.rows.next()
  await some.close()
  expect(endedCount).toBe(2)
  await (await decodePng(watched(image))).close()
  expect(endedCount).toBe(3)
  await expect(decodePng(watched(Buffer.from('no png at all')))).rejects.toThrow('the signature is missing')
  expect(endedCount).toBe(4)
  await all.close()
  expect(endedCount).toBe(4)
})

test('PNG: files that are none, cut off or interlaced are refused with a reason', async () => {
  const image = await sharp({ create: { width: 50, height: 50, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const reasonOf = (bytes: Uint8Array) => pixelsOf(bytes).catch((error: unknown) => (error as PngError).message)
  expect(await reasonOf(Buffer.from('no png at all'))).toBe('the signature is missing')
  for (const length of [3, 20, 45, image.length - 20])
    expect(await reasonOf(image.subarray(0, length))).toBe('it ends in the middle')
  const interlaced = await sharp(image).png({ progressive: true }).toBuffer()
  expect(await reasonOf(interlaced)).toBe('interlaced')
  const huge = Buffer.from(image)
  huge.writeUInt32BE(0x7fffffff, 16)
  expect(await reasonOf(huge)).toBe('2147483647 × 50 pixels')
})
