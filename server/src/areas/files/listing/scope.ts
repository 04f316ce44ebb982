import type { FileFilter } from '@vermilion/contract/files'
import { sql } from 'kysely'
import type { Expression, SqlBool } from 'kysely'
import type { FolderStore } from '../folder-store.ts'
import { sortKey } from '../sort-key.ts'
import type { Order } from './orders.ts'

type Condition = Expression<SqlBool>

/** Files below a folder that are sorted rather than picked out of the whole space in its order. */
const sortedAtMost = 20_000

/** Where the files of a list lie. */
export interface Scope {
  readonly key: string
  /** What the counters say of all files there. */
  readonly files: number
  readonly bytes: number
  /** What an index has that begins with the folder or the space. */
  readonly indexed: Condition
  /** What is asked of each file beside that, where only some of the space are meant; in an order, or in any. */
  narrowing(order?: Order): readonly Condition[]
}

export async function scopeOf(
  folders: Pick<FolderStore, 'byPath'>,
  spaceId: string,
  { folder: path, recursive }: Pick<FileFilter, 'folder' | 'recursive'>,
): Promise<Scope | undefined> {
  const folder = await folders.byPath(spaceId, path)
  if (folder === undefined) return undefined
  const { number, fileCount, totalSize, allFiles, allSize } = folder
  if (!recursive || allFiles === fileCount) {
    const indexed = sql<SqlBool>`${sql.ref('files.folder')} = ${number}`
    return { key: `folder ${number}`, files: fileCount, bytes: totalSize, indexed, narrowing: () => [] }
  }
  return {
    key: `below ${number}`,
    files: allFiles,
    bytes: allSize,
    indexed: sql<SqlBool>`${sql.ref('files.spaceId')} = ${spaceId}`,
    narrowing: (order) => (path === '' ? [] : below(path, allFiles, order)),
  }
}

/** Everything under a folder: its paths lie between `folder/` and `folder0`, since 0 is the character after /. */
function below(folder: string, files: number, order: Order | undefined): Condition[] {
  const between = (of: Expression<unknown>, from: string, to: string): Condition[] => [
    sql`${of} >= ${from}`,
    sql`${of} < ${to}`,
  ]
  const path = sql.ref('files.path')
  const [from, to] = [`${folder}/`, `${folder}0`]
  // As part of an expression the path chooses no index, and the one of the order is left.
  const loose = between(sql`${path} || ''`, from, to)
  if (order?.column === 'sortKey') {
    const key = sortKey(from)
    return [...between(sql.ref('files.sortKey'), key, key.slice(0, -1) + afterSeparator), ...loose]
  }
  return order === undefined || files <= sortedAtMost ? between(path, from, to) : loose
}

const afterSeparator = '\u0002'
