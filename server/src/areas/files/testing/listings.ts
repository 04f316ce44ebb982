import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileName, folderOf } from '@vermilion/contract/paths'
import type { Generated } from 'kysely'
import { systemClock } from '#platform/clock'
import { writeJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { migrate } from '#platform/database/migrate'
import { migrations } from '../../../../migrations/index.ts'
import { createFolderStore } from '../folders/folder-store.ts'
import { createListing } from '../listing/listing.ts'
import { sortKey } from '../storing/sort-key.ts'
import { createFileStore } from '../store.ts'
import type { FileRow } from '../store.ts'
import { paths } from './lists-by-hand.ts'
import type { Drawn } from './lists-by-hand.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'

const bounds = {
  candidates: 3,
  scanned: 4,
  skipped: 2,
  skippedInIndex: 6,
  numbers: 5,
  changes: 3,
  pivots: 2,
  span: 1_000,
  batch: 2,
  remembered: 6,
}

export type Listings = Awaited<ReturnType<typeof openListings>>

export async function openListings() {
  const folder = await mkdtemp(join(tmpdir(), 'vermilion-listing-'))
  const database = await openTestDatabase(folder)
  await migrate({ database, migrations, clock: systemClock, backup: async () => {} })
  let spaces = 0
  const createOwnListing = () => createListing(database, createFolderStore(database), bounds)
  return {
    database,
    createListing: createOwnListing,
    addSpace: (listing = createOwnListing()) => addSpace(database, `space-${++spaces}`, listing),
    addGenerations: (spaceId: string, rows: Iterable<FileRow>) => addGenerations(database, spaceId, rows),
    async close() {
      await database.close()
      await rm(folder, { recursive: true })
    },
  }
}

async function addSpace(database: Database, spaceId: string, listing: ReturnType<typeof createListing>) {
  const store = createFileStore(database)
  const folders = createFolderStore(database)
  const rows = new Map<string, FileRow>()

  async function add(drawn: Drawn): Promise<void> {
    const { path, createdAt, ...rest } = drawn
    if (rows.has(path)) return
    const [folder, name] = [folderOf(path), fileName(path)]
    const row = await database.transaction(async () => {
      const number = await folders.ensure(spaceId, folder, createdAt)
      await folders.addToCounters(spaceId, folder, { files: 1, bytes: rest.size }, createdAt)
      const location = { id: `${spaceId}/${path}`, spaceId, path, folder: number, name, sortKey: sortKey(path) }
      const tags = writeJson(rest.tags)
      const fixed = {
        mediaType: '',
        examined: 1,
        modifiedAt: null,
        version: null,
        createdAt,
        updatedAt: createdAt,
      } as const
      await store.addAll([{ ...rest, ...location, ...fixed, tags, broken: rest.broken ? 1 : 0 }])
      return (await store.atPaths(spaceId, [path]))[0]
    })
    if (row !== undefined) rows.set(path, row)
  }
  async function remove(path: string): Promise<void> {
    const row = rows.get(path)
    if (row === undefined) return
    await database.transaction(async () => {
      await store.remove([row.id])
      await folders.addToCounters(spaceId, folderOf(path), { files: -1, bytes: -row.size }, row.createdAt)
    })
    rows.delete(path)
  }
  return { spaceId, listing, rows, add, remove, store }
}

async function addGenerations(database: Database, spaceId: string, rows: Iterable<FileRow>) {
  const query = database.query<{
    lineages: Record<'generationId' | 'prompt' | 'sceneItem' | 'workflow' | 'loras', string> & {
      number: Generated<number>
      itemIndex: number
    }
    fileLineages: { fileNumber: number; lineage: number; seed: number }
  }>()
  const made = new Map<string, Set<string>>()
  for (const step of [6, 3]) {
    const generationId = `${spaceId}/${step}`
    const words = { prompt: '', sceneItem: '', workflow: '', loras: '' }
    const lineage = { generationId, itemIndex: 0, ...words }
    const added = query.insertInto('lineages').values(lineage).returning('number')
    const { number } = await added.executeTakeFirstOrThrow()
    const files = [...rows].filter((_, index) => (step === 6 ? index % 6 === 1 : index % 3 === 0))
    for (const { number: fileNumber } of files) {
      await query.insertInto('fileLineages').values({ fileNumber, lineage: number, seed: 0 }).execute()
    }
    made.set(generationId, new Set(paths(files)))
  }
  return made
}
