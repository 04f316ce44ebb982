import { sql } from 'kysely'
import { findingOf, type Check } from '#platform/checks/checks'
import type { Database } from '#platform/database/database'
import { dialect } from '#platform/database/dialect'
import { indexTextOf } from './name-index.ts'

const batch = 500

interface IndexTables {
  files: { number: number; name: string }
  fileVersions: { spaceId: string; version: number; changes: string }
}

type Index = 'fileNames' | 'fileSigns'

/** Names of existing files never change unnoticed. */
export function nameIndexCheck(database: Database): Check {
  const reader = database.reader<IndexTables>()
  const query = database.query<IndexTables>()

  async function numbers(select: ReturnType<typeof sql<{ number: number }>>): Promise<number[]> {
    const rows = await reader
      .selectFrom(sql<{ number: number }>`(${select})`.as('wrong'))
      .select('number')
      .execute()
    return rows.map(({ number }) => number)
  }
  const number = sql.ref('number')
  const files = sql`select ${number} from ${sql.table('files')}`
  const beyondAscii = sql`octet_length("name") > length("name")`
  const absent = (index: Index) =>
    numbers(
      sql`${files} where ${number} not in ${dialect.indexedNumbers(index)} and ${index === 'fileNames' ? sql`1 = 1` : beyondAscii}`,
    )
  const staleNumbers = (index: Index) =>
    numbers(sql`select ${number} from ${dialect.indexedNumbers(index)} as "indexed" where ${number} not in (${files})`)

  async function add(index: Index, missing: readonly number[]): Promise<void> {
    for (let at = 0; at < missing.length; at += batch) {
      await database.transaction(async () => {
        const some = query
          .selectFrom('files')
          .select(['number', 'name'])
          .where('number', 'in', missing.slice(at, at + batch))
        for (const row of await some.execute()) {
          const name = index === 'fileNames' ? row.name : indexTextOf(row.name)
          if (name !== '') await dialect.addToIndex(index, row.number, name).execute(query)
        }
      })
    }
  }

  return {
    id: 'search-index',
    locksWrites: true,
    async examine() {
      // There the index is part of the table, and to compare the two takes hours for a million files.
      if (database.kind === 'postgres') return findingOf([])
      const [absentNames, absentSigns] = [await absent('fileNames'), await absent('fileSigns')]
      const [goneNames, goneSigns] = [await staleNumbers('fileNames'), await staleNumbers('fileSigns')]
      return findingOf([
        ...[...new Set([...absentNames, ...absentSigns])].map((each) => ({
          en: `file ${each} is not found by its name`,
          zh: `文件 ${each} 无法按名称搜到`,
        })),
        ...[...new Set([...goneNames, ...goneSigns])].map((each) => ({
          en: `file ${each} is found and is not there`,
          zh: `文件 ${each} 能搜到但已不存在`,
        })),
      ])
    },
    async repair() {
      for (const index of ['fileNames', 'fileSigns'] as const) {
        await add(index, await absent(index))
        for (const each of await staleNumbers(index)) await dialect.removeFromIndex(index, each).execute(query)
      }
      // Invalidates cached search results.
      await query
        .updateTable('fileVersions')
        .set(({ eb }) => ({ version: eb('version', '+', 1), changes: '' }))
        .execute()
    },
  }
}
