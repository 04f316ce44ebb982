import type { Database } from '#platform/database/database'
import { readJson, writeJson, type JsonText } from '#platform/database/columns'
import { placeholders, prepareWrite, type PlaceholderOf } from '#platform/database/prepared-query'
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

  const writeText = prepareWrite(database, (placeholder: PlaceholderOf<GeometryTables['datasetGeometry']>) =>
    query
      .insertInto('datasetGeometry')
      .values(placeholders(placeholder, ['datasetId', 'counts']))
      .onConflict((conflict) =>
        conflict.column('datasetId').doUpdateSet((row) => ({ counts: row.ref('excluded.counts') })),
      ),
  )
  const write = (datasetId: string, counts: GeometryCounts) => writeText({ datasetId, counts: writeJson(counts) })

  const key = {}
  /** Read and written once per transaction: the counts of a large dataset are long. */
  const gathered = () =>
    database.gathered(key, () => {
      const read = new Map<string, { readonly counts: GeometryCounts; isChanged: boolean }>()
      const save = async () => {
        for (const [datasetId, { counts, isChanged }] of read) if (isChanged) await write(datasetId, counts)
      }
      return { value: read, save }
    })

  return {
    find,
    write,
    /** Inside a transaction: takes the counts from who has just read them with something else. */
    take(datasetId: string, text: JsonText<GeometryCounts> | null): void {
      const read = gathered()
      if (read?.has(datasetId) === false)
        read.set(datasetId, { counts: text === null ? noGeometry() : readJson(text), isChanged: false })
    },
    async change(datasetId: string, previous: Geometry, after: Geometry): Promise<void> {
      if (previous.bounded === 0 && after.bounded === 0) return
      const read = gathered()
      const counts = read?.get(datasetId)?.counts ?? (await find(datasetId))
      addGeometry(counts, previous, -1)
      addGeometry(counts, after, 1)
      if (read === undefined) await write(datasetId, counts)
      else read.set(datasetId, { counts, isChanged: true })
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
