import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#platform/database/database'
import { newId } from '#platform/ids'
import type { Lifecycle } from '#platform/lifecycle'
import { createMutex } from '#platform/mutex'
import { readSections, type Section, type SectionReader, writeSections } from './sections.ts'

interface Tables {
  datasetRolls: { datasetId: string; file: string }
}

export interface StoredIndexes {
  /** Undefined when there is none or it is unreadable. */
  read<Result>(datasetId: string, work: (sections: SectionReader) => Promise<Result>): Promise<Result | undefined>
  /** On a full disk nothing is stored; the index is built again later. */
  write(datasetId: string, sections: Iterable<Section>): Promise<void>
}

/**
 * A start need not read every row. A row names each file once it is complete, so it agrees with the database, also in a backup.
 */
export function createStoredIndexes(needs: {
  database: Database
  lifecycle: Pick<Lifecycle, 'onStop'>
  folder: string
}): StoredIndexes {
  const { database, folder } = needs
  const query = database.query<Tables>()
  const turn = createMutex()
  // A write in progress at the stop is worth waiting for.
  needs.lifecycle.onStop(async () => (await turn())())

  async function fileOf(datasetId: string): Promise<string | undefined> {
    const row = query.selectFrom('datasetRolls').select('file').where('datasetId', '=', datasetId)
    return (await row.executeTakeFirst())?.file
  }

  /** Files that no row names: replaced ones, and those of a crash. */
  async function clear(): Promise<void> {
    const rows = await database.reader<Tables>().selectFrom('datasetRolls').select('file').execute()
    const named = new Set(rows.map(({ file }) => file))
    for (const file of await readdir(folder)) if (!named.has(file)) await rm(join(folder, file), { force: true })
  }

  return {
    async read(datasetId, work) {
      const file = await fileOf(datasetId)
      if (file === undefined) return undefined
      return readSections(join(folder, file), work).catch(() => undefined)
    },

    async write(datasetId, sections) {
      const release = await turn()
      try {
        await mkdir(folder, { recursive: true })
        const file = newId()
        await writeSections(join(folder, file), sections)
        await database.transaction(async () => {
          await query
            .insertInto('datasetRolls')
            .values({ datasetId, file })
            .onConflict((conflict) => conflict.column('datasetId').doUpdateSet({ file }))
            .execute()
        })
        await clear()
      } finally {
        release()
      }
    },
  }
}
