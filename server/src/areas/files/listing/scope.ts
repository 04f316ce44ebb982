import type { FileFilter } from '@vermilion/contract/files'
import { sql, type Expression, type SqlBool } from 'kysely'
import type { FolderStore } from '../folders/folder-store.ts'
import { sortKey } from '../storing/sort-key.ts'
import { byArrival, type Order } from './orders.ts'

type Condition = Expression<SqlBool>

/** Up to this many files below a folder are sorted; more are picked from the whole space's order. */
const sortedAtMost = 20_000

export interface Scope {
  readonly key: string
  readonly files: number
  readonly bytes: number
  readonly indexed: Condition
  residualConditions(order?: Order): readonly Condition[]
  readonly conditions: readonly Condition[]
}

const never = sql<SqlBool>`1 = 0`
const emptyScope: Scope = {
  key: '',
  files: 0,
  bytes: 0,
  indexed: never,
  residualConditions: () => [],
  conditions: [never],
}

export async function scopeOf(
  folders: Pick<FolderStore, 'byPath'>,
  spaceId: string,
  { folder: path, recursive }: Pick<FileFilter, 'folder' | 'recursive'>,
): Promise<Scope> {
  const folder = await folders.byPath(spaceId, path)
  if (folder === undefined) return emptyScope
  const { number, fileCount, totalSize, allFiles, allSize } = folder
  if (!recursive || allFiles === fileCount) {
    const indexed = sql<SqlBool>`${sql.ref('files.folder')} = ${number}`
    const counted = { files: fileCount, bytes: totalSize }
    return { key: `folder ${number}`, ...counted, indexed, residualConditions: () => [], conditions: [indexed] }
  }
  const indexed = sql<SqlBool>`${sql.ref('files.spaceId')} = ${spaceId}`
  const residualConditions = (order?: Order) => (path === '' ? [] : below(path, allFiles, order))
  const conditions = [indexed, ...residualConditions(byArrival)]
  return { key: `below ${number}`, files: allFiles, bytes: allSize, indexed, residualConditions, conditions }
}

/** Everything below a folder: its paths lie between `folder/` and `folder0`, since 0 follows / in ASCII. */
function below(folder: string, files: number, order: Order | undefined): Condition[] {
  const between = (of: Expression<unknown>, from: string, to: string): Condition[] => [
    sql`${of} >= ${from}`,
    sql`${of} < ${to}`,
  ]
  const path = sql.ref('files.path')
  const [from, to] = [`${folder}/`, `${folder}0`]
  // As part of an expression the path selects no index, which leaves the order's.
  const unindexed = between(sql`${path} || ''`, from, to)
  if (order?.column === 'sortKey') {
    const key = sortKey(from)
    return [...between(sql.ref('files.sortKey'), key, key.slice(0, -1) + afterSeparator), ...unindexed]
  }
  return order === undefined || files <= sortedAtMost ? between(path, from, to) : unindexed
}

const afterSeparator = '\u0002'
