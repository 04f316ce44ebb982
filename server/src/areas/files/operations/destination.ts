import type { UploadMetadata } from '@vermilion/contract/files'
import { folderOf, existingPathProblem } from '@vermilion/contract/paths'
import type { FolderStore } from '../folders/folder-store.ts'
import { numberedPath } from '../storing/numbered-path.ts'
import type { FileRow, FileStore } from '../store.ts'

export type Conflict = UploadMetadata['conflict']

export interface TargetPath {
  readonly path: string
  readonly folder: number
  readonly replaces?: FileRow
}

/** The last number tried for each name, so that many files of one name do not each count from 2. */
export type UsedNumbers = Map<string, number>

interface Needs {
  readonly store: Pick<FileStore, 'byPath' | 'blocking'>
  readonly folders: Pick<FolderStore, 'numberOf' | 'ensure'>
  readonly now: string
}

/** For the duration of one transaction. */
export function createDestination({ store, folders, now }: Needs, spaceId: string, numbers: UsedNumbers = new Map()) {
  const folderNumbers = new Map<string, number | undefined>()

  async function ensureFolder(path: string): Promise<number | undefined> {
    if (folderNumbers.has(path)) return folderNumbers.get(path)
    const existing = await folders.numberOf(spaceId, path)
    const number =
      existing ?? ((await findBlockingFile(path)) === undefined ? await folders.ensure(spaceId, path, now) : existing)
    folderNumbers.set(path, number)
    return number
  }

  const findBlockingFile = (path: string) => store.blocking(spaceId, path)

  async function isFree(path: string): Promise<boolean> {
    return (await store.byPath(spaceId, path)) === undefined && (await folders.numberOf(spaceId, path)) === undefined
  }

  async function nextFreePath(path: string, kind: 'file' | 'folder' = 'file'): Promise<string> {
    for (let number = (numbers.get(path) ?? 1) + 1; ; number++) {
      const free = numberedPath(path, number, kind)
      numbers.set(path, number)
      if (await isFree(free)) return free
    }
  }

  /** Undefined when the path is unusable, or its name taken and to be kept. */
  async function resolveTarget(path: string, conflict: Conflict): Promise<TargetPath | undefined> {
    if (existingPathProblem(path) !== undefined) return undefined
    const number = await ensureFolder(folderOf(path))
    if (number === undefined) return undefined
    if (await isFree(path)) return { path, folder: number }
    if (conflict === 'keep-both') return { path: await nextFreePath(path), folder: number }
    const existing = conflict === 'replace' ? await store.byPath(spaceId, path) : undefined
    return existing === undefined ? undefined : { path, folder: number, replaces: existing }
  }

  return { ensureFolder, findBlockingFile, isFree, nextFreePath, resolveTarget }
}
