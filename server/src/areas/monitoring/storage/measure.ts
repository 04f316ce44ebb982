import type { StorageCategory, StorageRow } from '@vermilion/contract/monitoring/storage'
import { allocated, walk, type WalkedFile } from './disk-walk.ts'

const batchSize = 400

interface MeasureNeeds {
  folder: string
  named: (checksums: readonly string[]) => Promise<ReadonlySet<string>>
  taskNames: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  signal: AbortSignal
  onProgress: (bytes: number) => Promise<void>
}

/**
 * Measures what no row accounts for: task output, caches, logs, database files. Hard-linked files count once, as content first.
 */
export async function measureStorage({ folder, named, taskNames, signal, onProgress }: MeasureNeeds) {
  const sums = new Map<string, StorageRow>()
  const visited = new Set<string>()
  let bytes = 0

  function add(counted: Omit<StorageRow, 'bytes' | 'files'>, { stats }: WalkedFile): void {
    const key = `${counted.category} ${counted.id ?? ''}`
    const sum = sums.get(key) ?? { ...counted, bytes: 0, files: 0 }
    sum.bytes += allocated(stats)
    sum.files += stats.isDirectory() ? 0 : 1
    sums.set(key, sum)
  }

  function isNew({ stats }: WalkedFile): boolean {
    if (stats.nlink < 2 || stats.isDirectory()) return true
    const file = `${stats.dev}:${stats.ino}`
    if (visited.has(file)) return false
    visited.add(file)
    return true
  }

  let batch: (WalkedFile & { checksum: string })[] = []
  const others: WalkedFile[] = []
  async function flush(): Promise<void> {
    const existing = await named(batch.map(({ checksum }) => checksum))
    for (const file of batch)
      if (!existing.has(file.checksum)) add({ category: 'unreferenced', id: null, name: '' }, file)
    bytes += batch.reduce((sum, { stats }) => sum + allocated(stats), 0)
    batch = []
    await onProgress(bytes)
    signal.throwIfAborted()
  }
  for await (const file of walk(folder, 'blobs')) {
    const checksum = checksumOf(file.path)
    if (checksum === undefined) others.push(file)
    else if (isNew(file)) batch.push({ ...file, checksum })
    if (batch.length >= batchSize) await flush()
  }
  await flush()
  for (const file of others) if (isNew(file)) addByPath(file)
  for await (const file of walk(folder)) {
    signal.throwIfAborted()
    if (file.path !== 'blobs' && !file.path.startsWith('blobs/') && isNew(file)) addByPath(file)
  }

  function addByPath(file: WalkedFile): void {
    const { category, taskId } = categoryOf(file.path)
    add({ category, id: taskId ?? null, name: taskId ?? '' }, file)
  }

  const rows = [...sums.values()]
  return withTaskNames(rows, await taskNames(taskIdsOf(rows)))
}

const ofTasks: ReadonlySet<StorageCategory> = new Set(['task-output', 'task-data', 'log'])

function taskIdsOf(rows: readonly StorageRow[]): string[] {
  return [...new Set(rows.flatMap(({ category, id }) => (ofTasks.has(category) && id !== null ? [id] : [])))]
}

function withTaskNames(rows: readonly StorageRow[], names: ReadonlyMap<string, string>): StorageRow[] {
  return rows.map((row) =>
    ofTasks.has(row.category) && row.id !== null ? { ...row, name: names.get(row.id) ?? row.id } : row,
  )
}

interface Counted {
  category: StorageCategory
  taskId?: string
}

const blob = /^blobs\/([0-9a-f]{2})\/([0-9a-f]{62})$/

function checksumOf(path: string): string | undefined {
  const [, prefix, rest] = blob.exec(path) ?? []
  return prefix === undefined || rest === undefined ? undefined : prefix + rest
}

const folders: readonly [RegExp, StorageCategory][] = [
  [/^(?:uploads|artifact-uploads|held|blobs\/incoming)(?:\/|$)/, 'upload'],
  [/^(?:cache|blob-copies)(?:\/|$)/, 'cache'],
  [/^environments(?:\/|$)/, 'environment'],
  [/^backups(?:\/|$)/, 'backup'],
  [/^vermilion\.db/, 'database'],
]

function categoryOf(path: string): Counted {
  const [, taskId, part = ''] = /^tasks\/([^/]+)(?:\/([^/]+))?/.exec(path) ?? []
  if (taskId !== undefined) {
    if (/^data(?:-\d+)?(?:\.copy)?$/.test(part)) return { category: 'task-data', taskId }
    return { category: part.startsWith('log') ? 'log' : 'task-output', taskId }
  }
  return { category: folders.find(([pattern]) => pattern.test(path))?.[1] ?? 'other' }
}
