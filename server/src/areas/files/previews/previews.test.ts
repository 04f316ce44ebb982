import { createHash } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { previewEndpoints } from '@vermilion/contract/files/previews'
import type { Tiling } from '@vermilion/contract/files/previews'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { reasonOf } from '../../../testing/client.ts'
import { bytesOf, fileAt, picture, spaceWith, text } from '../testing/space-with.ts'

const { fileMetadata, fileTiling } = previewEndpoints

let server: TestServer
let spaceId = ''
const files: Record<string, Uint8Array<ArrayBuffer>> = {}
beforeAll(async () => {
  server = await startTestServer()
  const exposure = {
    IFD0: { Make: 'Basler', Model: 'acA2440', Software: 'pylon 7' },
    IFD2: { ExposureTime: '1/250', FNumber: '28/10', ISOSpeedRatings: '400', LensModel: 'C23-1620' },
    IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '33/1 51/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '151/1 12/1 36/1' },
  }
  const grey = { width: 40, height: 30, channels: 1 } as const
  Object.assign(files, {
    'camera.jpg': await bytesOf(
      picture(60, 40).jpeg().withExif(exposure).withMetadata({ orientation: 6, density: 300 }),
    ),
    'plain.png': await bytesOf(picture(30, 20).png()),
    'hostile.jpg': withExif(await bytesOf(picture(30, 20).jpeg()), hostileExif()),
    'noise.jpg': withExif(await bytesOf(picture(30, 20).jpeg()), Buffer.alloc(60_000, 0xff)),
    'deep.png': await bytesOf(
      sharp(new Uint16Array(40 * 30).fill(30_000), { raw: grey })
        .toColourspace('grey16')
        .png(),
    ),
    'scan.tiff': await bytesOf(picture(1500, 900).tiff({ compression: 'lzw' })),
    'large.png': await bytesOf(picture(1300, 700).png()),
    'sideways.jpg': await bytesOf(quarters(1200, 600).jpeg().withMetadata({ orientation: 6 })),
    'cut.jpg': (await bytesOf(picture(300, 300).jpeg())).slice(0, 4_000),
    'other.heic': text('    ftypheic'),
    'claims.png': claims(await bytesOf(picture(8, 8).png()), 30_000),
    'notes.txt': text('notes'),
    'real.pdf': text('%PDF-1.4\n%%EOF'),
    'false.pdf': text('<script>alert(1)</script>'),
  })
  spaceId = await spaceWith(server, 'previews', files)
  await server.platform.jobs.settled()
})
afterAll(() => server.stop())

const idOf = async (path: string) => (await fileAt(server, spaceId, path)).id
const metadata = async (path: string) => server.call(fileMetadata, { params: { fileId: await idOf(path) } })
const get = async (path: string, rest: string, init?: RequestInit) =>
  server.fetch(`/files/${await idOf(path)}/${rest}`, init)

async function tiled(path: string): Promise<Tiling> {
  for (const end = Date.now() + 60_000; Date.now() < end;) {
    const tiling = await server.call(fileTiling, { params: { fileId: await idOf(path) } })
    if (tiling.ready) return tiling
    await wait(50)
  }
  throw new Error(`${path} was not cut`)
}

describe('what a picture says of itself', () => {
  test('R2.25 the camera, the exposure and the place are read from EXIF, and the size is that of the upright picture', async () => {
    expect(await metadata('camera.jpg')).toMatchObject({
      problem: null,
      format: 'jpeg',
      width: 40,
      height: 60,
      orientation: 6,
      channels: 3,
      bitDepth: 8,
      colourSpace: 'srgb',
      density: 300,
      camera: 'Basler acA2440',
      lens: 'C23-1620',
      software: 'pylon 7',
      exposureTime: 0.004,
      aperture: 2.8,
      iso: 400,
      latitude: expect.closeTo(-33.85, 5),
      longitude: expect.closeTo(151.21, 5),
    })
  })

  test('R2.25 what is not said is null, and the bits of a deep picture are told', async () => {
    expect(await metadata('plain.png')).toMatchObject({ camera: null, iso: null, latitude: null, colourProfile: null })
    expect(await metadata('deep.png')).toMatchObject({ bitDepth: 16, channels: 1, pages: 1 })
  })

  test('R2.25 hostile EXIF says nothing, and harms nothing', async () => {
    const fields = await metadata('hostile.jpg')
    expect(fields).toMatchObject({ problem: null, width: 30, height: 20, latitude: null })
    expect(fields.camera).toBe('evil')
    expect(await metadata('noise.jpg')).toMatchObject({ problem: null, width: 30, camera: null })
  })

  test('R2.25 why a picture cannot be read is told', async () => {
    expect(await metadata('claims.png')).toMatchObject({ problem: 'too-large' })
    expect(await metadata('other.heic')).toMatchObject({ problem: 'unknown-format' })
    expect((await get('notes.txt', 'metadata')).status).toBe(404)
  })
})

describe('pictures that a browser does not show', () => {
  test('R2.25 a preview is a WebP of at most 1024 pixels', async () => {
    const response = await get('scan.tiff', 'preview')
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({ width: 1024, height: 614 })
    for (const path of ['cut.jpg', 'claims.png', 'other.heic', 'notes.txt']) {
      expect((await get(path, 'preview')).status, path).toBe(404)
    }
  })

  test('R2.25 the original is downloaded byte for byte', async () => {
    for (const [path, content] of Object.entries(files)) {
      const sent = new Uint8Array(await (await get(path, 'content?download=true')).arrayBuffer())
      expect(createHash('sha256').update(sent).digest('hex'), path).toBe((await fileAt(server, spaceId, path)).checksum)
      expect(sent.length, path).toBe(content.length)
    }
  })
})

describe('tiles', () => {
  test('R2.25 every level has its tiles up to the edge, and none beyond', async () => {
    const tiling = await tiled('large.png')
    expect(tiling).toMatchObject({ width: 1300, height: 700, tileSide: 512, levels: 3 })
    for (let level = 0; level < tiling.levels; level++) {
      const [width, height] = [tiling.width, tiling.height].map((side) => Math.ceil(side / 2 ** level)) as [
        number,
        number,
      ]
      const [across, down] = [width, height].map((side) => Math.ceil(side / 512)) as [number, number]
      const last = await get('large.png', `tile?level=${level}&x=${across - 1}&y=${down - 1}`)
      expect(last.headers.get('content-type')).toBe('image/jpeg')
      expect(await sharp(await last.arrayBuffer()).metadata(), `level ${level}`).toMatchObject({
        width: width - (across - 1) * 512,
        height: height - (down - 1) * 512,
      })
      expect((await get('large.png', `tile?level=${level}&x=${across}&y=0`)).status).toBe(404)
      expect((await get('large.png', `tile?level=${level}&x=0&y=${down}`)).status).toBe(404)
    }
    expect((await get('large.png', 'tile?level=0&x=-1&y=0')).status).toBe(400)
  })

  test('R2.25 they show the upright picture, and a part of one is answered as a part', async () => {
    expect(await tiled('sideways.jpg')).toMatchObject({ width: 600, height: 1200, levels: 3 })
    const complete = await (await get('sideways.jpg', 'tile?level=2&x=0&y=0')).arrayBuffer()
    const { data, info } = await sharp(complete).raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([150, 300])
    // Turned clockwise, the lower left corner is the upper left one: red.
    expect([...data.subarray(0, 3)].map((value) => value > 128)).toEqual([true, false, false])
    const part = await get('sideways.jpg', 'tile?level=2&x=0&y=0', { headers: { range: 'bytes=10-19' } })
    expect([part.status, new Uint8Array(await part.arrayBuffer())]).toEqual([
      206,
      new Uint8Array(complete.slice(10, 20)),
    ])
  })

  test('R2.25 a picture whose content is gone has no tiles, and says so', async () => {
    const lost = await bytesOf(picture(1100, 600).png())
    const space = await spaceWith(server, 'lost', { 'lost.png': lost })
    await server.platform.jobs.settled()
    const { id, checksum } = await fileAt(server, space, 'lost.png')
    await server.platform.blobs.delete(checksum ?? '')
    expect(await reasonOf(server.call(fileTiling, { params: { fileId: id } }))).toBe('file.unreachable')
    await server.platform.blobs.put(Readable.from([Buffer.from(lost)]))
    expect(await server.call(fileTiling, { params: { fileId: id } })).toMatchObject({ ready: false, width: 1100 })
  })

  test('R2.25 a tile before the picture was cut, and what cannot be cut, are refused', async () => {
    expect((await get('plain.png', 'tile?level=0&x=0&y=0')).status).toBe(404)
    for (const path of ['cut.jpg', 'notes.txt', 'claims.png']) expect((await get(path, 'tiles')).status, path).toBe(404)
  })
})

test('R2.04 R2.25 a PDF may be framed by the console alone, and only what is one', async () => {
  const { headers, status } = await get('real.pdf', 'document')
  expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'self'/)
  expect(headers.get('content-security-policy')).not.toContain('script-src')
  expect([headers.get('x-frame-options'), headers.get('x-content-type-options')]).toEqual(['SAMEORIGIN', 'nosniff'])
  expect(headers.get('content-disposition')).toBeNull()
  for (const path of ['false.pdf', 'notes.txt', 'plain.png']) {
    expect((await get(path, 'document')).status, path).toBe(404)
  }
})

test('R2.28 thumbnails that nobody waits for any more are not made, and those on the screen come first', async () => {
  const many: Record<string, Uint8Array<ArrayBuffer>> = {}
  for (let count = 0; count < 30; count++) many[`${count}.png`] = await bytesOf(picture(600 + count, 600).png())
  for (const background of ['red', 'lime', 'blue', 'teal']) {
    const slow = sharp({ create: { width: 6_000, height: 6_000, channels: 3, background } })
    many[`${background}.png`] = await bytesOf(slow.png({ compressionLevel: 1 }))
  }
  const space = await spaceWith(server, 'many', many)
  await server.platform.jobs.settled()
  const cache = join(server.data, 'cache', 'thumbnails')
  await rm(cache, { recursive: true })
  const all = await Promise.all(Object.keys(many).map(async (path) => (await fileAt(server, space, path)).id))
  const [ids, slow] = [all.slice(0, 30), all.slice(30)]
  const previews = slow.map((id) => server.fetch(`/files/${id}/preview`))
  const scrolled = new AbortController()
  const past = ids.slice(0, -1).map((id) => server.fetch(`/files/${id}/thumbnail`, { signal: scrolled.signal }))
  for (const request of past) request.catch(() => undefined)
  await wait(100)
  scrolled.abort()
  await Promise.all(previews)
  const response = await server.fetch(`/files/${ids.at(-1)}/thumbnail`)
  expect(response.status).toBe(200)
  await wait(500)
  const made = (await readdir(cache, { recursive: true })).filter((name) => name.endsWith('.webp'))
  expect(made.length).toBeLessThan(15)
  expect((await server.fetch(`/files/${ids[20]}/thumbnail`)).status).toBe(200)
})

function quarters(width: number, height: number) {
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const below = y >= height / 2
      const right = x >= width / 2
      pixels.set(
        below ? (right ? [255, 255, 255] : [255, 0, 0]) : right ? [0, 255, 0] : [0, 0, 255],
        (y * width + x) * 3,
      )
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

function claims(png: Uint8Array<ArrayBuffer>, side: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(png.buffer)
  view.setUint32(16, side)
  view.setUint32(20, side)
  return png
}

function withExif(jpeg: Uint8Array, block: Buffer): Uint8Array<ArrayBuffer> {
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(block.length + 8, 2)
  return new Uint8Array(Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from('Exif\0\0'), block, jpeg.subarray(2)]))
}

function hostileExif(): Buffer {
  const block = Buffer.alloc(120)
  block.write('II*\0')
  block.writeUInt32LE(8, 4)
  block.writeUInt16LE(2, 8)
  const field = (at: number, tag: number, type: number, count: number, value: number) => {
    block.writeUInt16LE(tag, at)
    block.writeUInt16LE(type, at + 2)
    block.writeUInt32LE(count, at + 4)
    block.writeUInt32LE(value, at + 8)
  }
  field(10, 0x0110, 2, 12, 60)
  field(22, 0x8825, 4, 1, 8)
  block.writeUInt32LE(8, 34)
  block.write('e\u0007v\u001b\u0001il\0\0\0\0\0', 60, 'latin1')
  return block
}
