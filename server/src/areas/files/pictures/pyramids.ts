import { tileSide } from '@vermilion/contract/files/previews'
import type { Tiling } from '@vermilion/contract/files/previews'
import type { BlobStore, LocalFile } from '#platform/blobs/blob-store'
import type { Clock } from '#platform/clock'
import { createPictureCache } from './cache.ts'
import type { PicturePool } from './pool.ts'
import type { Broken, Gone } from './tasks.ts'
import { readTilePlaces } from './tile-offsets.ts'
import type { TilePlace } from './tile-offsets.ts'

/** Bytes of tiles that are kept: about half a byte a pixel. */
const cacheLimit = 8 * 1024 ** 3
/** Milliseconds after which a picture that waits to be cut is given up, when nobody asks for it any more. */
const interest = 6_000
/** Pyramids whose table of tiles is held in memory, and pictures that are known not to decode. */
const mostTables = 16
const mostBroken = 1_000

interface Needs {
  readonly blobs: Pick<BlobStore, 'localFile'>
  readonly pool: PicturePool
  readonly clock: Clock
  readonly folder: string
  readonly limit?: number
}

export type Pyramids = ReturnType<typeof createPyramids>

interface Making {
  asked(): void
}

/** Pictures cut into tiles of every size, once for each content. */
export function createPyramids({ blobs, pool, clock, folder, limit = cacheLimit }: Needs) {
  const cache = createPictureCache({ clock, folder, ending: '.zip', limit, tidyEvery: 1 })
  const making = new Map<string, Making>()
  const broken = new Map<string, string>()
  const tables = new Map<string, Promise<Map<string, TilePlace>>>()

  async function make(key: string, source: LocalFile): Promise<void> {
    const drop = new AbortController()
    const timer = setTimeout(() => drop.abort(), interest)
    making.set(key, { asked: () => void timer.refresh() })
    try {
      const pyramid = await cache.place(key)
      const answer = await pool.run({ task: 'pyramid', source, pyramid }, 'now', drop.signal)
      // What went away meanwhile is not broken.
      const isThere = (await blobs.localFile?.(key)) !== undefined
      if ('broken' in answer && isThere) remember(broken, mostBroken, key, answer.broken)
      await cache.added()
    } finally {
      clearTimeout(timer)
      making.delete(key)
    }
  }

  function table(key: string, file: string): Promise<Map<string, TilePlace>> {
    const known = tables.get(key)
    if (known !== undefined) return known
    const reading = readTilePlaces(file)
    remember(tables, mostTables, key, reading)
    reading.catch(() => tables.delete(key))
    return reading
  }

  return {
    /** How a picture is cut; begins cutting it where that is not done yet. */
    async tiling(key: string, size: { width: number; height: number }): Promise<Tiling | Broken | Gone> {
      const problem = broken.get(key)
      if (problem !== undefined) return { broken: problem }
      const ready = (await cache.kept(key)) !== undefined
      const underWay = making.get(key)
      underWay?.asked()
      if (!ready && underWay === undefined) {
        const source = await blobs.localFile?.(key)
        if (source === undefined) return { gone: true }
        if (!making.has(key)) void make(key, source).catch(() => undefined)
      }
      return { ...size, tileSide, levels: levelsOf(size), ready }
    },
    /** Where a tile lies; undefined where there is none, or no pyramid. */
    async tile(key: string, size: { width: number; height: number }, { level, x, y }: TileName) {
      const kept = await cache.kept(key)
      if (kept === undefined) {
        tables.delete(key)
        return undefined
      }
      const deepest = Math.ceil(Math.log2(Math.max(size.width, size.height)))
      const place = (await table(key, kept.file)).get(`${deepest - level}/${x}_${y}`)
      return place === undefined ? undefined : { file: kept.file, ...place }
    },
  }
}

interface TileName {
  level: number
  x: number
  y: number
}

/** Up to the one that is a single tile. */
function levelsOf({ width, height }: { width: number; height: number }): number {
  return 1 + Math.max(0, Math.ceil(Math.log2(Math.max(width, height) / tileSide)))
}

function remember<Value>(map: Map<string, Value>, most: number, key: string, value: Value): void {
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > most && oldest !== undefined) map.delete(oldest)
}
