import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '#platform/ids'

/** Id of the data folder, by which its jobs are known in a cluster that others use too. Made at the first use. */
export async function readOwner(root: string): Promise<string> {
  const path = join(root, 'owner-id')
  const existing = await readFile(path, 'utf8').catch(() => null)
  if (existing !== null) return existing
  await mkdir(root, { recursive: true })
  const draft = `${path}-${newId()}`
  await writeFile(draft, newId())
  await link(draft, path).catch(() => undefined)
  await rm(draft)
  return readFile(path, 'utf8')
}
