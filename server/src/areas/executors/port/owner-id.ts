import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '#platform/blobs/folder-file'

/**
 * Id of the data folder, by which its runs are known in a cluster that others use too. Made at the first use; hexadecimal, since
 * labels of Kubernetes must begin with a letter or digit.
 */
export async function readOwner(root: string): Promise<string> {
  const file = join(root, 'owner-id')
  const stored = await readFile(file, 'utf8').catch(() => null)
  if (stored !== null) return stored
  await mkdir(root, { recursive: true })
  const id = randomBytes(8).toString('hex')
  const draft = `${file}-${id}`
  await writeFile(draft, id)
  await link(draft, file).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error
  })
  await rm(draft)
  return readFile(file, 'utf8')
}
