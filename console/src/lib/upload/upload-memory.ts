import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { UploadMetadata } from '@vermilion/contract/files'

export interface RememberedFile {
  readonly chosen: string
  readonly size: number
  readonly lastModified: number
  readonly path: string
  readonly conflict: UploadMetadata['conflict']
  readonly unpack: boolean
}

export interface RememberedBatch {
  readonly id: string
  readonly account: string
  readonly spaceId: string
  readonly startedAt: number
  readonly files: readonly RememberedFile[]
  readonly handles: readonly FileSystemHandle[]
}

export interface LeftBatch extends RememberedBatch {
  /** Indexes of the files that have not arrived. */
  readonly left: readonly number[]
}

interface Schema extends DBSchema {
  batches: { key: string; value: RememberedBatch }
  settled: { key: [string, number]; value: [batch: string, place: number] }
}

let opening: Promise<IDBPDatabase<Schema>> | undefined

function open(): Promise<IDBPDatabase<Schema>> {
  opening ??= openDB<Schema>('uploads', 1, {
    upgrade(database) {
      database.createObjectStore('batches', { keyPath: 'id' })
      database.createObjectStore('settled')
    },
  })
  return opening
}

const allOf = (batch: string) => IDBKeyRange.bound([batch], [batch, Number.POSITIVE_INFINITY])

export async function remember(batch: RememberedBatch): Promise<void> {
  const database = await open()
  // File handles that cannot be stored beyond this page are left out.
  await database.put('batches', batch).catch(() => database.put('batches', { ...batch, handles: [] }))
}

export async function rememberSettled(batch: string, indexes: readonly number[]): Promise<void> {
  const { store, done } = (await open()).transaction('settled', 'readwrite', { durability: 'relaxed' })
  for (const index of indexes) void store.put([batch, index], [batch, index])
  await done
}

export async function forget(batch: string): Promise<void> {
  const transaction = (await open()).transaction(['batches', 'settled'], 'readwrite')
  void transaction.objectStore('batches').delete(batch)
  void transaction.objectStore('settled').delete(allOf(batch))
  await transaction.done
}

export async function leftBatches(account: string): Promise<LeftBatch[]> {
  const database = await open()
  const batches: LeftBatch[] = []
  for (const batch of await database.getAll('batches')) {
    if (batch.account !== account) continue
    const settled = new Set((await database.getAllKeys('settled', allOf(batch.id))).map(([, index]) => index))
    const left = batch.files.flatMap((_, index) => (settled.has(index) ? [] : index))
    if (left.length === 0) await forget(batch.id)
    else batches.push({ ...batch, left })
  }
  return batches.toSorted((one, other) => one.startedAt - other.startedAt)
}
