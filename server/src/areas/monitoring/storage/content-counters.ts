import { sql } from 'kysely'
import type { StorageCategory, StorageRow } from '@vermilion/contract/monitoring/storage'
import type { BlobOwners } from '#platform/blobs/index-check'
import { type Check, counterCheck } from '#platform/checks/checks'
import type { Database } from '#platform/database/database'

/** Categories in the order of rank, which starts a counter's key. */
const categories: readonly StorageCategory[] = [
  'space',
  'model',
  'artifact',
  'version',
  'import',
  'export',
  'trash',
  'upload',
]

interface CounterRow {
  /** Rank and holder: `0/<space>`, `1/<model>`; `3/` for categories without holders. */
  key: string
  bytes: number
  files: number
}

interface Tables {
  contentCounters: CounterRow
}

const batchSize = 500

/**
 * Triggers update the counters in the same transaction; content with several references counts for the first category, then the
 * oldest reference.
 */
export function createContentCounters(database: Database, owners: BlobOwners) {
  const query = database.query<Tables>()

  async function namesOf(category: StorageCategory, ids: readonly string[]) {
    const holders = owners.all().find((owner) => owner.category === category)?.holders
    const names = new Map<string, { name: string; isDeleted: boolean }>()
    for (let at = 0; at < ids.length && holders !== undefined; at += batchSize)
      for (const { id, name, isDeleted = false } of await holders(ids.slice(at, at + batchSize)))
        names.set(id, { name, isDeleted })
    return names
  }

  return {
    /** Content of a deleted space counts as trash. */
    async rows(): Promise<StorageRow[]> {
      const counters = await query.selectFrom('contentCounters').selectAll().where('files', '>', 0).execute()
      const counted = counters.map(({ key, ...counter }) => ({ ...partsOf(key), ...counter }))
      const rows: StorageRow[] = []
      for (const [category, some] of Map.groupBy(counted, (one) => one.category)) {
        const names = await namesOf(
          category,
          some.flatMap(({ id }) => id ?? []),
        )
        for (const { id, bytes, files } of some) {
          const { name = '', isDeleted = false } = names.get(id ?? '') ?? {}
          rows.push({ category: isDeleted ? 'trash' : category, id, name, bytes, files })
        }
      }
      return rows
    },
    forgetEmpty: () => query.deleteFrom('contentCounters').where('files', '=', 0).where('bytes', '=', 0).execute(),
  }
}

export function contentCounterCheck(database: Database): Check {
  const query = database.query<Tables>()
  return counterCheck({
    id: 'storage-counters',
    async compare() {
      const rows = await compareCounters(database)
      return rows.map(({ key, storedBytes, storedFiles, countedBytes, countedFiles }) => ({
        id: key,
        stored: { bytes: storedBytes, files: storedFiles },
        counted: { bytes: countedBytes, files: countedFiles },
      }))
    },
    async set({ id: key, counted }) {
      const counter = { bytes: counted['bytes'] ?? 0, files: counted['files'] ?? 0 }
      await query
        .insertInto('contentCounters')
        .values({ key, ...counter })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(counter))
        .execute()
    },
  })
}

/** A single statement, so that no commit comes in between. */
async function compareCounters(database: Database) {
  const { rows } = await sql<Record<`${'stored' | 'counted'}${'Bytes' | 'Files'}`, number> & { key: string }>`
    select "key", sum("storedBytes") as "storedBytes", sum("storedFiles") as "storedFiles",
      sum("countedBytes") as "countedBytes", sum("countedFiles") as "countedFiles"
    from (select "key", "bytes" as "storedBytes", "files" as "storedFiles", 0 as "countedBytes", 0 as "countedFiles"
        from "contentCounters"
      union all select min("key"), 0, 0, max("bytes"), 1 from "contentNames" group by "checksum") as "counters"
    group by "key"`.execute(database.reader<Tables>())
  return rows
}

function partsOf(key: string): { category: StorageCategory; id: string | null } {
  const at = key.indexOf('/')
  return { category: categories[Number(key.slice(0, at))] ?? 'other', id: key.slice(at + 1) || null }
}
