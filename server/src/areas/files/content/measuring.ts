import type { SpaceFile } from '@vermilion/contract/files'
import { Failure } from '@vermilion/contract/kernel/errors'
import type { Database } from '#platform/database/database'
import { toFile } from '../file-entity.ts'
import type { InPlaceReader } from '../in-place/reading.ts'
import type { Pictures } from '../pictures/pictures.ts'
import { isReadFailure } from '../pictures/read-failure.ts'
import type { FileStore } from '../store.ts'
import type { ContentStore } from './content-store.ts'
import { findingFields } from './findings.ts'
import type { SaveFinding } from './findings.ts'

interface Needs {
  readonly database: Database
  readonly store: Pick<FileStore, 'existing'>
  readonly contents: Pick<ContentStore, 'setSize'>
  readonly saveFinding: SaveFinding
  readonly reading: Pick<InPlaceReader, 'read'>
  readonly pictures: Pick<Pictures, 'measure'>
}

type ReadRow = Awaited<ReturnType<InPlaceReader['read']>>

/**
 * Finds the size of pictures by their headers, where nobody has examined them yet: which is still done, and may show that one
 * is broken (`picturesBroken`). Those that are gone, or cannot be reached, are answered as they are.
 */
export function createMeasuring({ database, store, contents, saveFinding, reading, pictures }: Needs) {
  return async (files: readonly SpaceFile[]): Promise<SpaceFile[]> => {
    const unknown = files.filter(({ width, checksum, broken }) => (width === null || checksum === null) && !broken)
    // As they are now: somebody may have examined them meanwhile.
    const rows = unknown.length === 0 ? [] : await store.existing(unknown.map(({ id }) => id))
    const unexamined: ReadRow[] = []
    for (const row of rows) {
      const read = row.examined === 0 ? await reading.read(row).catch(unlessFailure) : undefined
      if (read !== undefined) unexamined.push(read)
    }
    const sizes = await pictures.measure([...new Set(unexamined.map(({ checksum }) => checksum))])
    await database.transaction(async () => {
      for (const [checksum, size] of sizes) {
        if ('broken' in size) await saveFinding(checksum, size)
        else await contents.setSize(checksum, size)
      }
    })
    const measured = new Map(rows.map((row) => [row.id, toFile(row)]))
    for (const row of unexamined) {
      const size = sizes.get(row.checksum)
      measured.set(row.id, toFile({ ...row, ...(size && findingFields(size)) }))
    }
    return files.map((file) => measured.get(file.id) ?? file)
  }
}

function unlessFailure(problem: unknown): undefined {
  if (!(problem instanceof Failure) && !isReadFailure(problem)) throw problem
}
