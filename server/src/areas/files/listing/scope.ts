import type { FileFilter } from '@vermilion/contract/files'
import { sql } from 'kysely'
import type { Expression, SqlBool } from 'kysely'
import type { FolderStore } from '../folder-store.ts'

/** Where the files of a list lie. */
export interface Scope {
  readonly conditions: readonly Expression<SqlBool>[]
  /** What the counters say of all files there. */
  readonly files: number
  readonly bytes: number
}

const nowhere: Scope = { conditions: [sql`1 = 0`], files: 0, bytes: 0 }

export async function scopeOf(
  folders: Pick<FolderStore, 'byPath'>,
  spaceId: string,
  { folder: path, recursive }: Pick<FileFilter, 'folder' | 'recursive'>,
): Promise<Scope> {
  const folder = await folders.byPath(spaceId, path)
  if (folder === undefined) return nowhere
  const { number, fileCount, totalSize, allFiles, allSize } = folder
  const all = { files: allFiles, bytes: allSize }
  const direct = sql<SqlBool>`${sql.ref('files.folder')} = ${number}`
  if (!recursive) return { conditions: [direct], files: fileCount, bytes: totalSize }
  if (allFiles === fileCount) return { conditions: [direct], ...all }
  const ofSpace = sql<SqlBool>`${sql.ref('files.spaceId')} = ${spaceId}`
  return { conditions: path === '' ? [ofSpace] : [ofSpace, ...below(path)], ...all }
}

/** Everything under a folder: its paths lie between `folder/` and `folder0`, since 0 is the character after /. */
function below(folder: string): Expression<SqlBool>[] {
  const path = sql.ref('files.path')
  return [sql`${path} >= ${`${folder}/`}`, sql`${path} < ${`${folder}0`}`]
}
