import type { Database } from '#platform/database/database'
import { readJson, writeJson, type JsonText } from '#platform/database/columns'
import type { Geometry } from './geometry.ts'

type Tally = [shapes: number, images: number]

export interface GeometryCounts {
  bounded: number
  sizes: Record<string, Tally>
  positions: Record<string, Tally>
  aspects: Record<string, Tally>
  findings: Record<string, Tally>
}

const grids = ['sizes', 'positions', 'aspects', 'findings'] as const

export interface GeometryTables {
  datasetGeometry: { datasetId: string; counts: JsonText<GeometryCounts> }
}

export const noGeometry = (): GeometryCounts => ({ bounded: 0, sizes: {}, positions: {}, aspects: {}, findings: {} })

export type GeometryStore = ReturnType<typeof createGeometryStore>

export function createGeometryStore(database: Database) {
  const query = database.query<GeometryTables>()

  async function find(datasetId: string): Promise<GeometryCounts> {
    const row = query.selectFrom('datasetGeometry').select('counts').where('datasetId', '=', datasetId)
    const counts = (await row.executeTakeFirst())?.counts
    return counts === undefined ? noGeometry() : readJson(counts)
  }

  async function write(datasetId: string, counts: GeometryCounts): Promise<void> {
    const text = writeJson(counts)
    await query
      .insertInto('datasetGeometry')
      .values({ datasetId, counts: text })
      .onConflict((conflict) => conflict.column('datasetId').doUpdateSet({ counts: text }))
      .execute()
  }

  const key = {}
  /** Read and written once per transaction: the counts of a large dataset are long. */
  const gathered = () =>
    database.gathered(key, () => {
      const changed = new Map<string, GeometryCounts>()
      const save = async () => {
        for (const [datasetId, counts] of changed) await write(datasetId, counts)
      }
      return { value: changed, save }
    })

  return {
    find,
    write,
    async change(datasetId: string, previous: Geometry, after: Geometry): Promise<void> {
      if (previous.bounded === 0 && after.bounded === 0) return
      const changed = gathered()
      const counts = changed?.get(datasetId) ?? (await find(datasetId))
      addGeometry(counts, previous, -1)
      addGeometry(counts, after, 1)
      if (changed === undefined) await write(datasetId, counts)
      else changed.set(datasetId, counts)
    },
  }
}

export function addGeometry(counts: GeometryCounts, image: Geometry, sign: 1 | -1): void {
  counts.bounded += sign * image.bounded
  for (const grid of grids) {
    for (const [key, shapes] of image[grid]) {
      const tally = (counts[grid][key] ??= [0, 0])
      tally[0] += sign * shapes
      tally[1] += sign
      if (tally[0] === 0 && tally[1] === 0) delete counts[grid][key]
    }
  }
}
