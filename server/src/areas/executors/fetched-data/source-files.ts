import { readdir, realpath, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { contains } from '#platform/blobs/folder-file'

export interface SourceFile {
  readonly path: string
  /** Where its content lies below the folder: elsewhere for a link. */
  readonly at: string
}

const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)

/** Everything below a real path, in a fixed order. Links become what they lead to, which must be in the folder. */
export async function sourceFilesOf(root: string) {
  const files: SourceFile[] = []
  const emptyFolders: string[] = []

  async function walk(path: string, at: string, above: readonly string[]): Promise<void> {
    const entries = await readdir(join(root, at), { withFileTypes: true })
    if (entries.length === 0 && path !== '') emptyFolders.push(path)
    for (const entry of entries.toSorted(byName)) {
      const here = join(path, entry.name)
      const there = join(at, entry.name)
      if (entry.name.includes('\uFFFD')) throw new Error(`the name of ${here} is not UTF-8: rename the file`)
      if (entry.isDirectory()) await walk(here, there, [...above, there])
      else if (entry.isFile()) files.push({ path: here, at: there })
      else if (entry.isSymbolicLink()) await follow(here, there, above)
    }
  }

  async function follow(path: string, link: string, above: readonly string[]): Promise<void> {
    const real = await realpath(join(root, link)).catch(() => null)
    // It leads nowhere, here as there.
    if (real === null) return
    if (!contains(root, real))
      throw new Error(`${path} is a link that leads out of its folder: put into the folder what it leads to`)
    const at = relative(root, real)
    const target = await stat(real)
    if (target.isFile()) files.push({ path, at })
    // A link to a folder that it lies in would never end.
    else if (target.isDirectory() && at !== '' && !above.some((folder) => contains(at, folder)))
      await walk(path, at, [...above, at])
  }

  await walk('', '', [])
  return { files, emptyFolders }
}
