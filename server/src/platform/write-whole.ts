import { constants, copyFile, link, rename, rm, writeFile } from 'node:fs/promises'
import { hasCode } from '#platform/blobs/folder-file'
import { newId } from '#platform/ids'

/** A file that is read meanwhile is the former or the new one. Several may write it at the same time. */
export async function writeWhole(file: string, text: string, mode = 0o666): Promise<void> {
  const draft = `${file}.${newId()}`
  await writeFile(draft, text, { mode })
  await rename(draft, file)
}

/** The first who writes the file wins. */
export async function writeOnce(file: string, text: string): Promise<void> {
  const draft = `${file}-${newId()}`
  await writeFile(draft, text, { flush: true })
  const copy = () => copyFile(draft, file, constants.COPYFILE_EXCL)
  await link(draft, file)
    .catch(copy)
    .catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error
    })
  await rm(draft)
}
