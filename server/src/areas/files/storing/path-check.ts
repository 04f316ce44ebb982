import { folderOf, normalizePath, pathProblem } from '@vermilion/contract/paths'
import type { Text } from '@vermilion/contract/kernel/text'
import { refuseInPlace, type Spaces } from '#areas/spaces'
import { pathAndAncestors, type FolderStore } from '../folders/folder-store.ts'
import type { FileStore } from '../store.ts'

const batchSize = 400

interface Needs {
  readonly spaces: Spaces
  readonly store: FileStore
  readonly folders: FolderStore
}

export function createPathCheck({ spaces, store, folders }: Needs) {
  async function findInBatches<Row>(
    paths: readonly string[],
    find: (some: string[]) => Promise<Row[]>,
  ): Promise<Row[]> {
    const rows: Row[] = []
    for (let at = 0; at < paths.length; at += batchSize) rows.push(...(await find(paths.slice(at, at + batchSize))))
    return rows
  }

  return async (spaceId: string, inputs: readonly string[]) => {
    refuseInPlace(await spaces.get(spaceId))
    const refused: { path: string; reason: Text }[] = []
    const usable = new Map<string, string>()
    for (const path of inputs) {
      const stored = normalizePath(path)
      const reason =
        pathProblem(stored) ??
        (usable.has(stored) ? { en: 'another chosen file has the same name', zh: '与另一个所选文件重名' } : undefined)
      if (reason === undefined) usable.set(stored, path)
      else refused.push({ path, reason })
    }
    const paths = [...usable.keys()]
    const above = [...new Set(paths.map(folderOf))].flatMap(pathAndAncestors)
    const [files, areFolders, areFiles] = await Promise.all([
      findInBatches(paths, (some) => store.atPaths(spaceId, some)),
      findInBatches(paths, (some) => folders.atPaths(spaceId, some)),
      findInBatches([...new Set(above)], (some) => store.atPaths(spaceId, some)),
    ])
    for (const { path } of areFolders) {
      refused.push({ path: usable.get(path) ?? path, reason: { en: 'it is a folder', zh: '该路径是文件夹' } })
    }
    const blocked = new Set(areFiles.map(({ path }) => path))
    for (const [stored, path] of blocked.size === 0 ? [] : usable) {
      const file = pathAndAncestors(folderOf(stored)).find((folder) => blocked.has(folder))
      if (file !== undefined) refused.push({ path, reason: { en: `${file} is a file`, zh: `${file} 是一个文件` } })
    }
    return { existing: files.map(({ path, size }) => ({ path: usable.get(path) ?? path, size })), refused }
  }
}
