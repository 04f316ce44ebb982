import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPicturePool } from './pool.ts'

let folder: string
const pool = createPicturePool({ size: 1 })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'))
})
afterAll(async () => {
  await pool.close()
  await rm(folder, { recursive: true })
})

const paths = { source: '', thumbnail: '' }
let pictures = 0
const request = () => {
  const source = { file: paths.source, within: null }
  return { task: 'examine', source, target: paths.thumbnail } as const
}

async function examine(content: Uint8Array) {
  pictures++
  Object.assign(paths, { source: join(folder, `source${pictures}`), thumbnail: join(folder, `thumbnail${pictures}`) })
  await writeFile(paths.source, content)
  return pool.run(request(), 'now')
}

const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: 'gray', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })

describe('the picture workers', () => {
  test('give the size of the upright picture and a thumbnail of at most 256 pixels', async () => {
    const sideways = await noise(640, 480).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    expect(await examine(sideways)).toEqual({ width: 480, height: 640 })
    expect(await sharp(paths.thumbnail).metadata()).toMatchObject({ format: 'webp', width: 192, height: 256 })
  })

  test('do not enlarge a small picture', async () => {
    expect(await examine(await noise(20, 10).png().toBuffer())).toEqual({ width: 20, height: 10 })
    expect(await sharp(paths.thumbnail).metadata()).toMatchObject({ width: 20, height: 10 })
  })

  test('read Windows bitmaps', async () => {
    expect(await examine(bitmap(3, 2))).toEqual({ width: 3, height: 2 })
  })

  test.each([
    ['cut off in the middle', async () => cut(await noise(300, 300).jpeg().toBuffer(), 0.5)],
    ['cut off in its header', async () => cut(await noise(300, 300).png().toBuffer(), 0.001)],
    ['empty', async () => Buffer.alloc(0)],
    ['text', async () => Buffer.from('this is no picture')],
    ['a bitmap that ends too early', async () => bitmap(300, 200).subarray(0, 60)],
    ['a drawing that names other files', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a header that claims 100,000 × 100,000 pixels', async () => hugeHeader(await noise(8, 8).png().toBuffer())],
  ])('call broken what is %s', async (_, make) => {
    expect(await examine(await make())).toEqual({ broken: expect.any(String) })
  })

  test('do not call broken what cannot be read', async () => {
    Object.assign(paths, { source: join(folder, 'unreadable'), thumbnail: join(folder, 'unreadable thumbnail') })
    await mkdir(paths.source)
    const unread = { missing: true, unread: expect.stringContaining('EISDIR') }
    expect(await pool.run(request(), 'now')).toEqual(unread)
    const source = { file: paths.source, within: null }
    expect(await pool.run({ task: 'metadata', source }, 'now')).toEqual(unread)
    const missing = { file: join(folder, 'gone'), within: null }
    const pictures = [source, missing].map((one) => ({ source: one, state: null, checksum: 'known' }))
    const absent = { missing: true, unread: expect.stringContaining('ENOENT') }
    expect(await pool.run({ task: 'read', pictures, thumbnails: null }, 'now')).toEqual({
      readings: [unread, absent].map((finding) => ({ checksum: 'known', finding })),
    })
    await rm(paths.source, { recursive: true })
    await writeFile(paths.source, await noise(20, 10).png().toBuffer())
    paths.thumbnail = join(folder, 'no folder', 'thumbnail')
    expect(await pool.run(request(), 'now')).toMatchObject({ missing: true })
  })

  test('begin nothing that nobody wants any more', async () => {
    Object.assign(paths, { source: join(folder, 'unwanted'), thumbnail: join(folder, 'unwanted thumbnail') })
    await writeFile(paths.source, await noise(20, 10).png().toBuffer())
    await expect(pool.run(request(), 'now', AbortSignal.abort(new Error('nobody wants it')))).rejects.toThrow('nobody')
    await expect(access(paths.thumbnail)).rejects.toThrow('ENOENT')
  })

  test('lose nothing when a worker is killed', async () => {
    expect(await examine(await noise(40, 30).png().toBuffer())).toEqual({ width: 40, height: 30 })
    const [first, second] = [1, 2].map(() => pool.run(request(), 'later'))
    for (const id of pool.processes()) process.kill(id, 'SIGKILL')
    const third = pool.run(request(), 'now')
    for (const response of await Promise.all([first, second, third]))
      expect(response).toEqual({ width: 40, height: 30 })
  })
})

function cut(file: Buffer, share: number): Buffer {
  return file.subarray(0, Math.ceil(file.length * share))
}

function hugeHeader(png: Buffer): Buffer {
  const claimed = Buffer.from(png)
  claimed.writeUInt32BE(100_000, 16)
  claimed.writeUInt32BE(100_000, 20)
  return claimed
}

function bitmap(width: number, height: number): Buffer {
  const file = Buffer.alloc(54 + Math.ceil((width * 3) / 4) * 4 * height, 0x80)
  file.write('BM')
  file.writeUInt32LE(54, 10)
  file.writeUInt32LE(40, 14)
  file.writeInt32LE(width, 18)
  file.writeInt32LE(height, 22)
  file.writeUInt16LE(24, 28)
  file.writeUInt32LE(0, 30)
  return file
}
