import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { systemClock } from '../../../server/src/platform/clock.ts'
import { createDatabase } from '../../../server/src/platform/database/database.ts'
import { openSqlite } from '../../../server/src/platform/database/sqlite.ts'
import { createFolderStore } from '../../../server/src/areas/files/folders/folder-store.ts'
import { sortKey } from '../../../server/src/areas/files/storing/sort-key.ts'

export const words = ['board', 'camera', 'floor', 'panel', 'scan', 'sensor', 'weld']
export const flatFolder = 'flat'
/** Files per folder below `batches`. */
const batchFiles = 3_000
const transaction = 10_000

/** Deterministic random integers below a limit. */
export function randomOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Adds indexed files to a space of an unused data folder: most in one folder, the others in many. */
export async function seedFiles(data: string, spaceId: string, files: number): Promise<void> {
  const file = join(data, 'vermilion.db')
  const database = createDatabase(openSqlite(file))
  const folders = createFolderStore(database)
  const now = systemClock.time()
  const random = randomOf(files)
  const numbers = new Map<string, number>()
  const batches = Math.max(1, Math.round((files * 0.3) / batchFiles))
  const paths = [flatFolder, ...Array.from({ length: batches }, (_, index) => `batches/batch ${index + 1}`)]
  await database.transaction(async () => {
    for (const path of paths) numbers.set(path, await folders.ensure(spaceId, path, now))
  })

  const writer = new DatabaseSync(file, { timeout: 5_000 })
  writer.exec('pragma synchronous = off; pragma cache_size = -100000')
  const insert =
    writer.prepare(`insert into files (id, spaceId, folder, path, name, sortKey, size, kind, mediaType, width,
    height, checksum, broken, examined, tags, score, createdAt, updatedAt)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?)`)
  const counted = new Map<string, { files: number; bytes: number }>()
  writer.exec('begin')
  for (let index = 0; index < files; index++) {
    const folder = random(10) < 7 ? flatFolder : (paths[1 + random(batches)] ?? flatFolder)
    const [kind, ending] =
      (
        [
          ['image', 'jpg'],
          ['image', 'png'],
          ['text', 'txt'],
        ] as const
      )[random(10) < 9 ? random(2) : 2] ?? []
    const mark = random(5_000) === 0 ? '地板' : ''
    const name = `${words[random(words.length)]}_${mark}${String(random(10_000_000)).padStart(7, '0')}_${index}.${ending}`
    const path = `${folder}/${name}`
    const size = random(10_000_000)
    const picture = kind === 'image' ? [100 + random(4_000), 100 + random(3_000)] : [null, null]
    const time = new Date(Date.UTC(2026, 0, 1) + index * 20_000).toISOString()
    insert.run(
      randomBytes(16).toString('base64url').slice(0, 21),
      spaceId,
      numbers.get(folder) ?? 0,
      path,
      name,
      sortKey(path),
      size,
      kind ?? 'other',
      kind === 'image' ? `image/${ending}` : 'text/plain',
      ...(picture as [number, number]),
      randomBytes(32).toString('hex'),
      random(1_000) === 0 ? 1 : 0,
      random(1_000) === 0 ? '["defect"]' : '[]',
      random(3) === 0 ? random(1_000) / 1_000 : -1,
      time,
      time,
    )
    const sum = counted.get(folder) ?? { files: 0, bytes: 0 }
    counted.set(folder, { files: sum.files + 1, bytes: sum.bytes + size })
    if (index % transaction === 0) writer.exec('commit; begin')
  }
  writer.exec('commit')
  writer.close()

  await database.transaction(async () => {
    for (const [folder, more] of counted) await folders.addToCounters(spaceId, folder, more, now)
    const bytes = [...counted.values()].reduce((sum, each) => sum + each.bytes, 0)
    const spaces = database.query<{ spaces: { id: string; fileCount: number; totalSize: number } }>()
    await spaces.updateTable('spaces').set({ fileCount: files, totalSize: bytes }).where('id', '=', spaceId).execute()
  })
  await database.close()
}
