import { join } from 'node:path'
import type { DataPaths } from '#platform/data-folder'
import type { StoredValues } from '#platform/database/stored-values'
import { readOwnId } from '#platform/own-id'
import { writeWhole } from '#platform/write-whole'
import { noteLocation, readJson } from './location.ts'

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
