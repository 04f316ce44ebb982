import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BlobStore } from '#platform/blobs/blob-store'
import { systemClock } from '#platform/clock'
import { createPicturePool } from './pool.ts'
import { createPyramids } from './pyramids.ts'

let folder = ''
const pool = createPicturePool({ size: 1 })
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vermilion-pyramids-'))
})
afterAll(async () => {
  await pool.close()
  await rm(folder, { recursive: true })
})

test('R2.25 pyramids stay within their limit, one that was removed is cut again, and what does not decode is cut once', async () => {
  const cache = join(folder, 'pyramids')
  const blobs: Pick<BlobStore, 'stat' | 'withLocalFile'> = {
    stat: async (checksum) => ({ checksum, size: 1, putAt: 0, reclaimable: 0 }),
    withLocalFile: (key, work) => work({ file: join(folder, `${key}.png`), within: null }),
  }
  const pyramids = createPyramids({ blobs, pool, clock: systemClock, folder: cache, limit: 700_000 })
  const size = { width: 900, height: 700 }
  const pictures = ['80', '120', '160']
  for (const key of pictures) {
    const noise = { type: 'gaussian', mean: Number(key), sigma: 40 } as const
    await sharp({ create: { ...size, channels: 3, background: 'gray', noise } }).toFile(join(folder, `${key}.png`))
  }
  const cut = async (key: string) => {
    for (;;) {
      const tiling = await pyramids.tiling(key, size)
      if (!('ready' in tiling) || tiling.ready) return tiling
      await wait(20)
    }
  }
  for (const key of pictures) expect(await cut(key)).toMatchObject({ ready: true, levels: 2 })
  await wait(200)
  const stored = (await readdir(cache, { recursive: true })).filter((name) => name.endsWith('.zip'))
  expect(stored.length).toBeLessThan(3)
  for (const key of pictures) {
    await cut(key)
    expect(await pyramids.tile(key, size, { level: 0, x: 1, y: 1 })).toMatchObject({ size: expect.any(Number) })
  }

  await writeFile(join(folder, 'broken.png'), 'no picture')
  expect(await cut('broken')).toEqual({ broken: expect.any(String) })
})
