import { constants } from 'node:fs'
import { access, opendir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Text } from '@vermilion/contract/kernel/text'
import { existingPathProblem } from '@vermilion/contract/paths'
import { contains } from '#platform/blobs/folder-file'
import type { Platform } from '#platform/platform'

const maxSuggestions = 50
const maxExamined = 50_000

export type IndexableFolders = ReturnType<typeof createIndexableFolders>

/** Folders that a space may index in place: at or below a root, with links resolved on both sides. */
export function createIndexableFolders({ roots, data }: Pick<Platform['config'], 'roots' | 'data'>) {
  async function realRoots(): Promise<string[]> {
    const realPaths = await Promise.all(roots.map((root) => realpath(root).catch(() => undefined)))
    return realPaths.filter((root) => root !== undefined)
  }

  /** The real path at or below a root; undefined for any other, without access to it. */
  async function below(inputPath: string): Promise<string | undefined> {
    const path = resolve(inputPath)
    const real = await realRoots()
    if (inputPath.includes('\0') || ![...roots, ...real].some((root) => contains(root, path))) return undefined
    const realPath = await realpath(path).catch(() => undefined)
    return realPath !== undefined && real.some((root) => contains(root, realPath)) ? realPath : undefined
  }

  return {
    /**
     * Fails with `space.path-invalid` when it is missing or outside the roots, which must be indistinguishable, and with
     * `space.path-unusable` otherwise.
     */
    async find(inputPath: string): Promise<string> {
      const path = await below(inputPath)
      if (path === undefined) throw fail('space.path-invalid', { path: inputPath })
      const unusable = (reason: Text) => fail('space.path-unusable', { path: inputPath, reason })
      const problem = existingPathProblem(path.slice(1))
      if (path !== '/' && problem !== undefined) throw unusable(problem)
      if (!(await stat(path)).isDirectory()) throw unusable({ en: 'it is not a folder', zh: '不是文件夹' })
      const own = await realpath(data)
      if (contains(own, path) || contains(path, own)) throw unusable(holdsData)
      await access(path, constants.R_OK | constants.X_OK).catch(() => {
        throw unusable({ en: 'the server may not read it', zh: '服务没有读取权限' })
      })
      return path
    },

    /** The roots and possible completions of a typed path, below the roots only. */
    async suggest(inputPath: string): Promise<{ roots: string[]; suggestions: string[] }> {
      const folder = inputPath.endsWith('/') ? inputPath : dirname(inputPath)
      const start = inputPath.endsWith('/') ? '' : basename(inputPath)
      const realFolder = inputPath.startsWith('/') ? await below(folder) : undefined
      const names = realFolder === undefined ? [] : await foldersIn(realFolder, start).catch(() => [])
      const suggestions = names
        .filter((name) => start !== '' || !name.startsWith('.'))
        .toSorted()
        .slice(0, maxSuggestions)
        .map((name) => join(folder, name))
      return { roots: [...roots], suggestions }
    },

    async require(path: string): Promise<void> {
      if ((await below(path)) !== path) throw fail('space.path-invalid', { path })
    },
  }
}

/** Subfolders with this prefix among the examined entries: a folder may hold a million files. */
async function foldersIn(folder: string, start: string): Promise<string[]> {
  const names: string[] = []
  let count = 0
  for await (const entry of await opendir(folder, { bufferSize: 256 })) {
    if (entry.isDirectory() && entry.name.startsWith(start)) names.push(entry.name)
    if (++count === maxExamined) break
  }
  return names
}

const holdsData: Text = {
  en: 'the data folder of the product lies in it, or it lies in that',
  zh: '它包含本产品的数据目录，或位于其中',
}
