import { sql } from 'kysely'
import { counterCheck, type Check, type Counted } from '#platform/checks/checks'
import { inTurns } from '#platform/checks/in-turns'
import type { Database } from '#platform/database/database'
import type { Spaces } from '#areas/spaces'
import type { FileStore } from '../store.ts'

interface Counters {
  fileCount: number
  totalSize: number
  allFiles: number
  allSize: number
}

const names = ['fileCount', 'totalSize', 'allFiles', 'allSize'] as const satisfies (keyof Counters)[]

interface FolderRow extends Counters {
  number: number
  path: string
  parent: number | null
}

interface Tables {
  folders: FolderRow
  files: { folder: number; size: number }
}

export function folderCheck(database: Database): Check {
  const reader = database.reader<Tables>()

  async function countFiles(): Promise<Map<number, { files: number; bytes: number }>> {
    const rows = reader
      .selectFrom('files')
      .select(['folder', sql<number>`count(*)`.as('files'), sql<number>`sum(${sql.ref('size')})`.as('bytes')])
      .groupBy('folder')
      .stream()
    const sums = new Map<number, { files: number; bytes: number }>()
    for await (const { folder, ...sum } of inTurns(rows)) sums.set(folder, sum)
    return sums
  }

  async function compare(): Promise<Counted[]> {
    const files = await countFiles()
    const byDepth: FolderRow[][] = []
    const counted = new Map<number, Counters>()
    for await (const row of inTurns(reader.selectFrom('folders').selectAll().stream())) {
      const { files: fileCount, bytes: totalSize } = files.get(row.number) ?? { files: 0, bytes: 0 }
      counted.set(row.number, { fileCount, totalSize, allFiles: fileCount, allSize: totalSize })
      ;(byDepth[depthOf(row.path)] ??= []).push(row)
    }
    const different: Counted[] = []
    // Deepest first, so that a folder is complete before it is added to its parent.
    for (const folders of byDepth.toReversed())
      for await (const { number, parent, fileCount, totalSize, allFiles, allSize } of inTurns(folders ?? [])) {
        const [own, above] = [counted.get(number), parent === null ? undefined : counted.get(parent)]
        if (own === undefined) continue
        const stored = { fileCount, totalSize, allFiles, allSize }
        if (names.some((name) => stored[name] !== own[name]))
          different.push({ id: String(number), stored, counted: { ...own } })
        if (above === undefined) continue
        above.allFiles += own.allFiles
        above.allSize += own.allSize
      }
    return different
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

export function spaceCounterCheck(
  store: Pick<FileStore, 'count'>,
  spaces: Pick<Spaces, 'counters' | 'setCounters'>,
): Check {
  return counterCheck({
    id: 'space-counters',
    async compare() {
      const counted = new Map((await store.count()).map(({ spaceId, ...counters }) => [spaceId, counters]))
      const none = { fileCount: 0, totalSize: 0 }
      return (await spaces.counters()).map(({ id, ...stored }) => ({
        id,
        stored,
        counted: counted.get(id) ?? none,
      }))
    },
    set: ({ id, counted }) =>
      spaces.setCounters(id, { fileCount: counted['fileCount'] ?? 0, totalSize: counted['totalSize'] ?? 0 }),
  })
}
