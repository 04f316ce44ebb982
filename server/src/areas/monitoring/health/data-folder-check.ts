import { access, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Text } from '@vermilion/contract/kernel/text'
import type { Check } from '#platform/checks/checks'
import { findingOf } from '#platform/checks/checks'
import type { DataPaths } from '#platform/data-folder'

const trial = `.write-check-${process.pid}`

/** Writes a test file: permissions do not reveal a read-only mount. */
export function dataFolderCheck(paths: DataPaths): Check {
  return {
    id: 'data-folder',
    async examine() {
      const own = (await readdir(paths.folder, { withFileTypes: true })).filter((entry) => entry.isDirectory())
      const needed = [paths.blobs, paths.uploads, paths.cache, paths.backups]
      const folders = new Set([paths.folder, ...needed, ...own.map(({ name }) => join(paths.folder, name))])
      const problems = await Promise.all([...folders].map(problemOf))
      return findingOf(problems.filter((problem) => problem !== null))
    },
  }
}

async function problemOf(folder: string): Promise<Text | null> {
  const file = join(folder, trial)
  try {
    await writeFile(file, '')
    await rm(file)
    return null
  } catch (error) {
    const code = codeOf(error)
    // A missing folder is created on demand, unless a file is in its place.
    if (code === 'ENOENT' && !(await isThere(folder))) return null
    return { en: `Nothing can be written to ${folder} (${code})`, zh: `无法写入 ${folder}（${code}）` }
  }
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
