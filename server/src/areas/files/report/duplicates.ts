import type { SpaceReport } from '@vermilion/contract/files/space-report'
import { sql, type Expression, type SqlBool } from 'kysely'
import type { Database } from '#platform/database/database'

type Duplicates = SpaceReport['duplicates']

const maximumGroups = 20
const filesPerStatement = 5_000

interface Group {
  checksum: string
  name: string
  copies: number
  size: number
}

/** Finds contents shared by several files of a scope. Calls `step` between statements. */
export async function findDuplicates(
  database: Database,
  { conditions, files, step }: { conditions: readonly Expression<SqlBool>[]; files: number; step(share: number): void },
): Promise<Duplicates> {
  const duplicates: Duplicates = { contents: 0, files: 0, wastedBytes: 0, most: [] }
  const parts = partsOf(files)
  for (const [index, part] of parts.entries()) {
    for (const { checksum, name, copies, size } of await groupsIn(database, conditions, part)) {
      const wastedBytes = (copies - 1) * size
      duplicates.contents += 1
      duplicates.files += copies
      duplicates.wastedBytes += wastedBytes
      duplicates.most.push({ checksum, name, files: copies, size, wastedBytes })
    }
    duplicates.most = duplicates.most.toSorted(compare).slice(0, maximumGroups)
    step((index + 1) / parts.length)
  }
  return duplicates
}

function compare(a: Duplicates['most'][number], b: Duplicates['most'][number]): number {
  return b.wastedBytes - a.wastedBytes || b.files - a.files || (a.checksum < b.checksum ? -1 : 1)
}

type Part = readonly [from: string, before: string | undefined]

function partsOf(files: number): Part[] {
  const count = Math.min(4_096, Math.ceil(files / filesPerStatement))
  if (count <= 1) return [['', undefined]]
  const edges = Array.from({ length: count }, (_, index) =>
    Math.floor((index * 0x1_00_00) / count)
      .toString(16)
      .padStart(4, '0'),
  )
  return edges.map((edge, index) => [index === 0 ? '' : edge, edges[index + 1]])
}

/**
 * Few files are found by folder, many by checksum. The `case` prevents use of the folder's index, which reads all files for each
 * range.
 */
async function groupsIn(
  database: Database,
  conditions: readonly Expression<SqlBool>[],
  [from, end]: Part,
): Promise<Group[]> {
  const checksum = sql.ref('files.checksum')
  const scope = sql.join([...conditions], sql` and `)
  const until = end === undefined ? sql`` : sql`and ${checksum} < ${end}`
  const coversAll = from === '' && end === undefined
  const where = coversAll
    ? sql`${scope} and case when ${checksum} is null then 0 else 1 end = 1`
    : sql`${checksum} >= ${from} ${until} and case when ${scope} then 1 else 0 end = 1`
  const { rows } = await sql<Group>`
    select "checksum", min("name") as "name", count(*) as "copies", max("size") as "size"
    from "files" where ${where} group by "checksum" having count(*) > 1
  `.execute(database.reader())
  return rows
}
