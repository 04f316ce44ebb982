import { join } from 'node:path'
import type { Database } from './database/database.ts'
import { noteLocation, readJson } from './blobs/moving/location.ts'
import type { DataPaths } from './data-folder.ts'
import { readOwnId } from './own-id.ts'
import { writeWhole } from './write-whole.ts'

interface StoredValueTables {
  storedValues: { name: string; value: string }
}

export type StoredValues = ReturnType<typeof createStoredValues>

/** Single values that all servers on one database share. */
export function createStoredValues(database: Pick<Database, 'query'>) {
  const query = database.query<StoredValueTables>()
  const read = async (name: string): Promise<string | undefined> =>
    (await query.selectFrom('storedValues').select('value').where('name', '=', name).executeTakeFirst())?.value
  return {
    read,

    async write(name: string, value: string): Promise<void> {
      const row = query.insertInto('storedValues').values({ name, value })
      await row.onConflict((conflict) => conflict.column('name').doUpdateSet({ value })).execute()
    },

    /** The first who writes wins. Returns what is stored then. */
    async writeOnce(name: string, value: string): Promise<string> {
      const row = query.insertInto('storedValues').values({ name, value })
      await row.onConflict((conflict) => conflict.column('name').doNothing()).execute()
      return (await read(name)) ?? value
    },
  }
}

/**
 * Ids by which a bucket and clusters know the data folder, and where its contents lie. A data folder that comes to a database
 * takes those of the first; its own files are copies of them.
 */
export async function shareDataFolder(values: StoredValues, paths: DataPaths): Promise<void> {
  const ids = { 'bucket-owner': paths.bucketOwner, 'cluster-owner': join(paths.folder, 'tasks', 'owner-id') }
  for (const [name, file] of Object.entries(ids)) {
    const own = await readOwnId(file)
    const id = await values.writeOnce(name, own)
    if (id !== own) await writeWhole(file, id)
  }
  const noted = (await readJson<{ location: string }>(paths.blobLocation))?.location
  const location = (await values.read('blob-location')) ?? noted
  if (location !== undefined) await noteLocation({ paths, values }, location)
}
