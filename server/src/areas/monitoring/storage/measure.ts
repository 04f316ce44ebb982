import { storageCategories } from '@vermilion/contract/monitoring/storage'
import type { StorageCategory, StorageRow } from '@vermilion/contract/monitoring/storage'
import type { BlobHolder, BlobOwner } from '#platform/blobs/index-check'
import { categoryOf, checksumOf } from './category-of.ts'
import { allocated, walk } from './disk-walk.ts'
import type { WalkedFile } from './disk-walk.ts'

/** Contents whose owners are asked for at once. */
const batchSize = 400
/** Rows of a category that stand for themselves; the smaller ones are added up. */
const mostRows = 200

interface MeasureNeeds {
  folder: string
  owners: readonly BlobOwner[]
  taskNames: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  signal: AbortSignal
  /** Called now and then with the bytes that were counted. */
  onProgress: (bytes: number) => Promise<void>
}

interface Sum {
  category: StorageCategory
  id: string | null
  name: string
  bytes: number
  files: number
}

/**
 * Counts the data folder by what it belongs to. A file with several names counts once, and content first: data of tasks
 * that is only another name of content takes nothing.
 */
export async function measureStorage({ folder, owners, taskNames, signal, onProgress }: MeasureNeeds) {
  const sums = new Map<string, Sum>()
  const visited = new Set<string>()
  const ordered = owners.toSorted(
    (a, b) => storageCategories.indexOf(a.category) - storageCategories.indexOf(b.category),
  )
  let bytes = 0

  function add(counted: Omit<Sum, 'bytes' | 'files'>, { stats }: WalkedFile): void {
    const key = `${counted.category} ${counted.id ?? ''}`
    const sum = sums.get(key) ?? { ...counted, bytes: 0, files: 0 }
    sum.bytes += allocated(stats)
    sum.files += stats.isDirectory() ? 0 : 1
    bytes += allocated(stats)
    sums.set(key, sum)
  }

  function isNew({ stats }: WalkedFile): boolean {
    if (stats.nlink < 2 || stats.isDirectory()) return true
    const file = `${stats.dev}:${stats.ino}`
    if (visited.has(file)) return false
    visited.add(file)
    return true
  }

  async function addBlobs(files: readonly (WalkedFile & { checksum: string })[]): Promise<void> {
    let unclaimed = files
    for (const { category, named, holders } of ordered) {
      const checksums = unclaimed.map(({ checksum }) => checksum)
      if (checksums.length === 0) return
      const owned = new Set(await named(checksums))
      const holderOf = bestHolders((await holders?.([...owned])) ?? [])
      for (const file of unclaimed.filter(({ checksum }) => owned.has(checksum))) {
        const holder = holderOf.get(file.checksum)
        const ownCategory = holder?.isDeleted === true ? 'trash' : category
        add({ category: ownCategory, id: holder?.id ?? null, name: holder?.name ?? '' }, file)
      }
      unclaimed = unclaimed.filter(({ checksum }) => !owned.has(checksum))
    }
    for (const file of unclaimed) add({ category: 'unreferenced', id: null, name: '' }, file)
  }

  let batch: (WalkedFile & { checksum: string })[] = []
  const others: WalkedFile[] = []
  async function flush(): Promise<void> {
    await addBlobs(batch)
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

  const rows = foldSmall([...sums.values()])
  return { bytes, rows: withTaskNames(rows, await taskNames(taskIdsOf(rows))) }
}

/** Of several, one that does not lie in the trash itself, and always the same. */
function bestHolders(holders: readonly BlobHolder[]): Map<string, BlobHolder> {
  const best = new Map<string, BlobHolder>()
  for (const holder of holders) {
    const existing = best.get(holder.checksum)
    const isBetter =
      existing === undefined ||
      Number(holder.isDeleted ?? false) < Number(existing.isDeleted ?? false) ||
      (holder.isDeleted === existing.isDeleted && holder.id < existing.id)
    if (isBetter) best.set(holder.checksum, holder)
  }
  return best
}

function foldSmall(rows: readonly Sum[]): StorageRow[] {
  return [...Map.groupBy(rows, ({ category }) => category)].flatMap(([category, all]) => {
    const sorted = all.toSorted((a, b) => b.bytes - a.bytes)
    const rest = sorted.slice(mostRows)
    if (rest.length === 0) return sorted
    const sum = (of: (row: Sum) => number) => rest.reduce((total, row) => total + of(row), 0)
    const folded = { category, id: null, name: '', bytes: sum((row) => row.bytes), files: sum((row) => row.files) }
    return [...sorted.slice(0, mostRows), folded]
  })
}

const ofTasks: ReadonlySet<StorageCategory> = new Set(['task-output', 'task-data', 'log'])

function taskIdsOf(rows: readonly StorageRow[]): string[] {
  return [...new Set(rows.flatMap(({ category, id }) => (ofTasks.has(category) && id !== null ? [id] : [])))]
}

/** A task that is gone is told by its id. */
function withTaskNames(rows: readonly StorageRow[], names: ReadonlyMap<string, string>): StorageRow[] {
  return rows.map((row) =>
    ofTasks.has(row.category) && row.id !== null ? { ...row, name: names.get(row.id) ?? row.id } : row,
  )
}
