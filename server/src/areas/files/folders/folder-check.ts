import { sql } from 'kysely'
import { counterCheck } from '#platform/checks/checks'
import type { Check, Counted } from '#platform/checks/checks'
import type { Database } from '#platform/database/database'

interface Counters {
  fileCount: number
  totalSize: number
  allFiles: number
  allSize: number
}

interface Tables {
  folders: Counters & { number: number; path: string; parent: number | null }
  files: { folder: number; size: number }
}

/** Whether the counters of folders say what counting their files gives. */
export function folderCheck(database: Database): Check {
  const reader = database.reader<Tables>()

  /** Files that lie directly in each folder. */
  async function countFiles(): Promise<Map<number, { files: number; bytes: number }>> {
    const rows = reader
      .selectFrom('files')
      .select(['folder', sql<number>`count(*)`.as('files'), sql<number>`sum(${sql.ref('size')})`.as('bytes')])
      .groupBy('folder')
      .stream()
    const sums = new Map<number, { files: number; bytes: number }>()
    for await (const { folder, ...sum } of rows) sums.set(folder, sum)
    return sums
  }

  async function compare(): Promise<Counted[]> {
    const files = await countFiles()
    const rows = await reader.selectFrom('folders').selectAll().execute()
    const counted = new Map<number, Counters>()
    for (const { number } of rows) {
      const { files: fileCount, bytes: totalSize } = files.get(number) ?? { files: 0, bytes: 0 }
      counted.set(number, { fileCount, totalSize, allFiles: fileCount, allSize: totalSize })
    }
    // The longest paths first: what lies below a folder is summed up before it is added to the folder above.
    for (const { number, parent } of rows.toSorted((one, other) => depthOf(other.path) - depthOf(one.path))) {
      const [own, above] = [counted.get(number), parent === null ? undefined : counted.get(parent)]
      if (own === undefined || above === undefined) continue
      above.allFiles += own.allFiles
      above.allSize += own.allSize
    }
    return rows.map(({ number, path: _path, parent: _parent, fileCount, totalSize, allFiles, allSize }) => ({
      id: String(number),
      stored: { fileCount, totalSize, allFiles, allSize },
      counted: { ...(counted.get(number) ?? { fileCount: 0, totalSize: 0, allFiles: 0, allSize: 0 }) },
    }))
  }

  return counterCheck({
    id: 'folder-counters',
    compare,
    set: ({ id, counted }) =>
      database.query<Tables>().updateTable('folders').set(counted).where('number', '=', Number(id)).execute(),
  })
}

function depthOf(path: string): number {
  return path === '' ? 0 : path.split('/').length
}
