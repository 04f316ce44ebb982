import { rename, writeFile } from 'node:fs/promises'
import { newId } from '#platform/ids'

/** A file that is read meanwhile is the former or the new one. Several may write it at the same time. */
export async function writeWhole(file: string, text: string): Promise<void> {
  const draft = `${file}.${newId()}`
  await writeFile(draft, text)
  await rename(draft, file)
}
