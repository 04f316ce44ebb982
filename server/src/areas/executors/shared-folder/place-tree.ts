import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, copyFile, constants, link, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hasCode } from '#platform/blobs/folder-file'
import { newId } from '#platform/ids'
import { inTurns } from '#platform/in-turns'
import { isThere } from '../port/is-there.ts'
import type { StartOptions } from '../port/executor.ts'

interface TreeFile {
  path: string
  checksum: string
  size: number
  isProgram: boolean
}

/** Files that are read and copied at once. */
const atOnce = 8

/**
 * Places the files below `source` at `<root>/trees/<checksum of the list>`, as hard links to `<root>/content/<checksum>`. A tree
 * that is there is complete, since it appears by a rename. Returns its folder.
 */
export async function placeTree(source: string, root: string, options: StartOptions): Promise<string> {
  const paths = (await filePathsBelow(source)).toSorted()
  const files: TreeFile[] = []
  await inTurns(paths.entries(), atOnce, async ([index, path]) => {
    options.signal?.throwIfAborted()
    files[index] = await describeFile(source, path)
  })
  const list = files.map(({ path, checksum, isProgram }) => `${checksum} ${isProgram ? 'x' : '-'} ${path}\0`)
  const tree = join(root, 'trees', createHash('sha256').update(list.join('')).digest('hex'))
  if (await isThere(tree)) {
    await utimes(tree, new Date(), new Date())
    return tree
  }
  const draft = join(root, 'trees', `.draft-${newId()}`)
  try {
    await mkdir(draft, { recursive: true })
    for (const folder of new Set(files.map(({ path }) => dirname(path)))) {
      await mkdir(join(draft, folder), { recursive: true })
    }
    const total = files.reduce((sum, { size }) => sum + size, 0)
    let done = 0
    await inTurns(files, atOnce, async (file) => {
      options.signal?.throwIfAborted()
      await placeFile(join(source, file.path), join(draft, file.path), file, root)
      done += file.size
      options.onProgress?.({ done, total, unit: 'bytes' })
    })
    await rename(draft, tree).catch(async (error: unknown) => {
      // Another start placed the same tree meanwhile.
      if (!(await isThere(tree))) throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return tree
}

async function placeFile(from: string, to: string, file: TreeFile, root: string): Promise<void> {
  const name = file.isProgram ? `${file.checksum}-x` : file.checksum
  const content = join(root, 'content', name.slice(0, 2), name)
  // A file system may allow fewer links of one file than there are copies of it.
  const linked = async () => link(content, to).catch(() => copyFile(content, to))
  if (await isThere(content)) return linked()
  await mkdir(dirname(content), { recursive: true })
  const draft = `${content}.${newId()}`
  try {
    await copyFile(from, draft, constants.COPYFILE_FICLONE)
    await chmod(draft, file.isProgram ? 0o555 : 0o444)
    // Who places the same content meanwhile links the same file; a rename would leave it with one of its own.
    await link(draft, content).catch(async (error: unknown) => {
      if (!hasCode(error, 'EEXIST')) await rename(draft, content)
    })
  } finally {
    await rm(draft, { force: true })
  }
  await linked()
}

async function describeFile(source: string, path: string): Promise<TreeFile> {
  const file = join(source, path)
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(file) as AsyncIterable<Buffer>) hash.update(bytes)
  const { size, mode } = await stat(file)
  return { path, checksum: hash.digest('hex'), size, isProgram: (mode & 0o100) !== 0 }
}

async function filePathsBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
}
