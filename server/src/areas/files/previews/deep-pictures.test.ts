import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { fileEndpoints } from '@vermilion/contract/files'
import { previewEndpoints } from '@vermilion/contract/files/previews'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { ramp, rampHeight, rampWidth, tiffOf } from '../testing/deep-pictures.ts'
import { bytesOf, fileAt, picture, spaceWith } from '../testing/space-with.ts'

const grey16 = (values: Uint16Array) =>
  bytesOf(
    sharp(values, { raw: { width: rampWidth, height: rampHeight, channels: 1 } })
      .toColourspace('grey16')
      .png(),
  )

const flat = sharp({ create: { width: 90, height: 60, channels: 3, background: { r: 200, g: 60, b: 30 } } })

/** Each is a ramp that must appear from black on the left to white on the right. */
const stretched = {
  'float.tif': { make: () => tiffOf(ramp(Float32Array, (share) => share)), black: 0, white: 1 },
  'float-65535.tif': { make: () => tiffOf(ramp(Float32Array, (share) => share * 65_535)), black: 0, white: 65_535 },
  'float-negative.tif': { make: () => tiffOf(ramp(Float32Array, (share) => share * 40 - 20)), black: -20, white: 20 },
  'float-holes.tif': {
    make: () => tiffOf(ramp(Float32Array, (share, row) => (row === 3 ? Number.NaN : share * 3 + 1))),
    black: 1,
    white: 4,
  },
  'signed.tif': {
    make: () => tiffOf(ramp(Int16Array, (share) => share * 31_500 - 16_000)),
    black: -16_000,
    white: 15_500,
  },
  '12-bit.tif': { make: () => tiffOf(ramp(Uint16Array, (share) => share * 4_095)), black: 0, white: 4_095 },
  '12-bit.png': { make: () => grey16(ramp(Uint16Array, (share) => share * 4_095).values), black: 0, white: 4_095 },
  '10-bit.png': { make: () => grey16(ramp(Uint16Array, (share) => share * 1_023).values), black: 0, white: 1_023 },
  'thermal.tif': {
    make: () => tiffOf(ramp(Uint16Array, (share) => 27_000 + share * 4_000)),
    black: 27_000,
    white: 31_000,
  },
}

const hevc = new URL('../testing/hevc.heic', import.meta.url)

let server: TestServer
let spaceId = ''
beforeAll(async () => {
  server = await startTestServer()
  const files: Record<string, Uint8Array<ArrayBuffer>> = {
    'full-16.png': await grey16(ramp(Uint16Array, (share) => share * 65_535).values),
    'plain.png': await bytesOf(picture(30, 20).png()),
    'bits.tif': tiffOf({
      width: 64,
      height: 48,
      bits: 1,
      values: new Uint8Array(8 * 48).fill(0x0f),
    }),
    'inks.jpg': await bytesOf(flat.toColourspace('cmyk').jpeg()),
    'photo.heic': new Uint8Array(await readFile(hevc)),
    'renamed.jpg': new Uint8Array(await readFile(hevc)),
  }
  for (const [name, { make }] of Object.entries(stretched)) files[name] = await make()
  spaceId = await spaceWith(server, 'deep', files)
  await server.platform.jobs.settled()
})
afterAll(() => server.stop())

const idOf = async (path: string) => (await fileAt(server, spaceId, path)).id

async function get(path: string, rest: string): Promise<Buffer> {
  const response = await server.fetch(`/files/${await idOf(path)}/${rest}`)
  expect(response.status, `${path} ${rest}`).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

async function tile(path: string): Promise<Buffer> {
  const fileId = await idOf(path)
  for (;;) {
    const { ready } = await server.call(previewEndpoints.fileTiling, { params: { fileId } })
    if (ready) return get(path, 'tile?level=0&x=0&y=0')
    await wait(50)
  }
}

const pixels = async (content: Buffer) => {
  const { data, info } = await sharp(content)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, at: (x: number, y: number) => data[(y * info.width + x) * 3]! }
}

describe('a picture of more than 8 bits is stretched for the eye, the same everywhere, and it is told:', () => {
  test.each(Object.entries(stretched))('%s', async (path, { black, white }) => {
    const forms = [
      await get(path, 'thumbnail'),
      await get(path, 'preview'),
      await get(path, 'picture'),
      await tile(path),
    ]
    for (const form of forms) {
      const { width, at } = await pixels(form)
      expect(width).toBe(rampWidth)
      expect(
        [at(0, 20), at(32, 20), at(63, 20)].map((value, index) => Math.abs(value - [0, 130, 255][index]!) < 8),
      ).toEqual([true, true, true])
    }
    const metadata = await server.call(previewEndpoints.fileMetadata, { params: { fileId: await idOf(path) } })
    expect(metadata.problem).toBe(null)
    expect(metadata.shownAsBlack).toBeCloseTo(black, 0)
    expect(metadata.shownAsWhite).toBeCloseTo(white, 0)
  })

  test('what is no number is black', async () => {
    const { at } = await pixels(await get('float-holes.tif', 'picture'))
    expect(at(60, 3)).toBeLessThan(40)
    expect(at(60, 30)).toBeGreaterThan(220)
  })
})

test('a picture that uses its bits is shown as it was', async () => {
  const { at } = await pixels(await get('full-16.png', 'preview'))
  expect(at(32, 20)).toBeGreaterThan(125)
  expect(at(32, 20)).toBeLessThan(135)
  for (const path of ['full-16.png', 'plain.png', 'bits.tif']) {
    const metadata = await server.call(previewEndpoints.fileMetadata, { params: { fileId: await idOf(path) } })
    expect(metadata, path).toMatchObject({ problem: null, shownAsBlack: null, shownAsWhite: null })
  }
  const bits = await pixels(await get('bits.tif', 'preview'))
  expect([bits.at(1, 20), bits.at(6, 20)]).toEqual([expect.closeTo(0, -1), expect.closeTo(255, -1)])
})

test('an ordinary picture comes whole as the file itself; one of inks as its thumbnail looks', async () => {
  expect(await get('plain.png', 'picture')).toEqual(await get('plain.png', 'content'))
  const small = await pixels(await get('inks.jpg', 'thumbnail'))
  const full = await sharp(await get('inks.jpg', 'picture')).metadata()
  expect(full).toMatchObject({ format: 'jpeg', space: 'srgb', width: 90, height: 60 })
  const large = await pixels(await get('inks.jpg', 'picture'))
  const tiles = await pixels(await tile('inks.jpg'))
  expect(large.at(40, 30)).toBeGreaterThan(150)
  expect(Math.abs(small.at(40, 30) - large.at(40, 30))).toBeLessThan(8)
  expect(Math.abs(tiles.at(40, 30) - large.at(40, 30))).toBeLessThan(8)
})

test.each(['photo.heic', 'renamed.jpg'])('of %s it is told that HEVC cannot be decoded here', async (path) => {
  const file = await server.call(fileEndpoints.getFile, { params: { fileId: await idOf(path) } })
  expect(file).toMatchObject({ kind: 'image', broken: true })
  const metadata = await server.call(previewEndpoints.fileMetadata, { params: { fileId: file.id } })
  expect(metadata).toMatchObject({ problem: 'hevc', width: 120, height: 80 })
})
