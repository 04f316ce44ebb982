import { tileSide, type Tiling } from '@vermilion/contract/files/previews'
import type { PictureProblem } from '@vermilion/contract/pictures/problems'
import type { BlobStore } from '#platform/blobs/blob-store'
import type { Clock } from '#platform/clock'
import type { Broken } from '#platform/pictures/worker-pool'
import { createPictureCache } from './cache.ts'
import type { PicturePool } from './pool.ts'
import type { MissingContent } from './tasks.ts'
import { readTileOffsets, type TileOffset } from './tile-offsets.ts'

/** Most bytes of tiles kept, at about half a byte a pixel. */
const cacheLimit = 8 * 1024 ** 3
/** Milliseconds without a request after which waiting work is given up. */
const abandonAfter = 6_000
const maximumTables = 16
const maximumBroken = 1_000

interface Needs {
  readonly blobs: Pick<BlobStore, 'stat' | 'withLocalFile'>
  readonly pool: PicturePool
  readonly clock: Clock
  readonly folder: string
  readonly limit?: number
}

/** Milliseconds before retrying an unreadable picture or a full disk. */
const unreadRest = 60_000

export type Pyramids = ReturnType<typeof createPyramids>

export function createPyramids({ blobs, pool, clock, folder, limit = cacheLimit }: Needs) {
  const cache = createPictureCache({ clock, folder, ending: '.zip', limit, evictionInterval: 1 })
  const tilings = new Map<string, NodeJS.Timeout>()
  const broken = new Map<string, PictureProblem>()
  const unreadAt = new Map<string, number>()
  const tables = new Map<string, Promise<Map<string, TileOffset>>>()

  async function makePyramid(key: string): Promise<void> {
    const drop = new AbortController()
    const timer = setTimeout(() => drop.abort(), abandonAfter)
    tilings.set(key, timer)
    try {
      const target = await cache.prepareFile(key)
      const result = (await blobs.withLocalFile(key, (source) =>
        pool.run({ task: 'pyramid', source, target }, 'now', drop.signal),
      )) ?? { missing: true }
      // Content deleted meanwhile is not broken.
      if ('broken' in result && (await blobs.stat(key)) !== undefined)
        remember(broken, maximumBroken, key, result.broken)
      if ('missing' in result) remember(unreadAt, maximumBroken, key, clock.now())
      await cache.registerAdded()
    } finally {
      clearTimeout(timer)
      tilings.delete(key)
    }
  }

  function readTable(key: string, file: string): Promise<Map<string, TileOffset>> {
    const existing = tables.get(key)
    if (existing !== undefined) return existing
    const reading = readTileOffsets(file)
    remember(tables, maximumTables, key, reading)
    reading.catch(() => tables.delete(key))
    return reading
  }

  return {
    async tiling(key: string, size: { width: number; height: number }): Promise<Tiling | Broken | MissingContent> {
      const problem = broken.get(key)
      if (problem !== undefined) return { broken: problem }
      if (clock.now() - (unreadAt.get(key) ?? Number.NEGATIVE_INFINITY) < unreadRest) return { missing: true }
      const ready = (await cache.find(key)) !== undefined
      const underWay = tilings.get(key)
      underWay?.refresh()
      if (!ready && underWay === undefined) {
        if ((await blobs.stat(key)) === undefined) return { missing: true }
        if (!tilings.has(key)) void makePyramid(key).catch(() => undefined)
      }
      return { ...size, tileSide, levels: levelsOf(size), ready }
    },
    /** Undefined without such a tile or pyramid. */
    async tile(key: string, size: { width: number; height: number }, { level, x, y }: TileName) {
      const cached = await cache.find(key)
      if (cached === undefined) {
        tables.delete(key)
        return undefined
      }
      const deepest = Math.ceil(Math.log2(Math.max(size.width, size.height)))
      const tileLocation = (await readTable(key, cached.file)).get(`${deepest - level}/${x}_${y}`)
      return tileLocation === undefined ? undefined : { file: cached.file, ...tileLocation }
    },
  }
}

interface TileName {
  level: number
  x: number
  y: number
}

function levelsOf({ width, height }: { width: number; height: number }): number {
  return 1 + Math.max(0, Math.ceil(Math.log2(Math.max(width, height) / tileSide)))
}

function remember<Value>(map: Map<string, Value>, most: number, key: string, value: Value): void {
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > most && oldest !== undefined) map.delete(oldest)
}
