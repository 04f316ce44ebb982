import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDiskBlobs } from '#platform/blobs/disk'
import { clockOf } from '#platform/clock'
import { createPictures } from './pictures.ts'
import { createPicturePool } from './pool.ts'

let folder = ''
const pool = createPicturePool({ size: 1 })
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vermilion-pictures-'))
})
afterAll(async () => {
  await pool.close()
  await rm(folder, { recursive: true })
})

test('the cache of thumbnails stays within its limit, and one that was lost is made again', async () => {
  let now = Date.now()
  const blobs = createDiskBlobs(join(folder, 'blobs'))
  const cache = join(folder, 'cache')
  const pictures = createPictures({ blobs, pool, clock: clockOf(() => now), folder: cache, limit: 40_000 })
  const checksums: string[] = []
  for (const mean of [60, 100, 140, 180]) {
    const noise = { type: 'gaussian', mean, sigma: 50 } as const
    const image = sharp({ create: { width: 300, height: 300, channels: 3, background: 'gray', noise } }).png()
    const { checksum } = await blobs.put(Readable.from([await image.toBuffer()]))
    checksums.push(checksum)
    expect(await pictures.thumbnail(checksum)).toMatchObject({ size: expect.any(Number) })
  }
  now += 48 * 3_600_000
  const [first = ''] = checksums
  expect(await pictures.thumbnail(first)).toMatchObject({ size: expect.any(Number) })
  await pictures.evict()

  const stored = (await readdir(cache, { recursive: true })).filter((name) => name.endsWith('.webp'))
  expect(stored.length).toBeLessThan(4)
  expect(stored.some((name) => name.includes(first))).toBe(true)
  for (const checksum of checksums)
    expect(await pictures.thumbnail(checksum)).toMatchObject({ size: expect.any(Number) })
})
