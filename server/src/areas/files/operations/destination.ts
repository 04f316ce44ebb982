import type { UploadMetadata } from '@vermilion/contract/files'
import { folderOf, existingPathProblem } from '@vermilion/contract/paths'
import { pathAndAncestors, type FolderStore } from '../folders/folder-store.ts'
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
  readonly store: Pick<FileStore, 'atPaths' | 'blocking'>
  readonly folders: Pick<FolderStore, 'numberOf' | 'atPaths' | 'ensure'>
  readonly now: string
}

/** Files that go to their targets together. */
interface Batch {
  readonly targets: readonly string[]
  /** Paths that they leave. */
  readonly vacated?: ReadonlySet<string>
  write(): Promise<void>
}

/** For the duration of one transaction. */
export function createDestination({ store, folders, now }: Needs, spaceId: string, numbers: UsedNumbers = new Map()) {
  const folderNumbers = new Map<string, number | undefined>()
  const blockers = new Map<string, { path: string } | undefined>()
  /** Files and folders by path, for the paths that were looked at together. */
  const ahead = new Map<string, { readonly file?: FileRow; readonly folder?: number }>()
  /** Paths of files that have yet to be written. */
  const placed = new Set<string>()
  let batch: Batch | undefined

  /** Called once: targets are then found with few statements, and `write` is called before one that others have or leave. */
  async function startBatch(next: Batch): Promise<void> {
    batch = next
    const usable = next.targets.filter((path) => existingPathProblem(path) === undefined)
    const paths = [...new Set(usable.flatMap((path) => [path, folderOf(path)]))]
    const [files, existing] = await Promise.all([store.atPaths(spaceId, paths), folders.atPaths(spaceId, paths)])
    for (const path of paths) ahead.set(path, {})
    for (const file of files) ahead.set(file.path, { file })
    for (const { path, number } of existing) ahead.set(path, { folder: number })
  }

  async function writeBatch(): Promise<void> {
    await batch?.write()
    for (const paths of [ahead, blockers, placed]) paths.clear()
  }

  async function ensureFolder(path: string): Promise<number | undefined> {
    if (folderNumbers.has(path)) return folderNumbers.get(path)
    let number = await findFolder(path)
    if (number === undefined && (await findBlockingFile(path)) === undefined) {
      ahead.clear()
      number = await folders.ensure(spaceId, path, now)
    }
    folderNumbers.set(path, number)
    return number
  }

  async function findBlockingFile(path: string): Promise<{ path: string } | undefined> {
    if (placed.size > 0 && pathAndAncestors(path).some((part) => placed.has(part))) await writeBatch()
    if (!blockers.has(path)) blockers.set(path, await store.blocking(spaceId, path))
    return blockers.get(path)
  }

  async function findFile(path: string): Promise<FileRow | undefined> {
    if (placed.has(path) || batch?.vacated?.has(path)) await writeBatch()
    return ahead.has(path) ? ahead.get(path)?.file : (await store.atPaths(spaceId, [path]))[0]
  }

  const findFolder = async (path: string) =>
    ahead.has(path) ? ahead.get(path)?.folder : folders.numberOf(spaceId, path)

  async function isFree(path: string): Promise<boolean> {
    return (await findFile(path)) === undefined && (await findFolder(path)) === undefined
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
    const number = existingPathProblem(path) === undefined ? await ensureFolder(folderOf(path)) : undefined
    if (number === undefined) return undefined
    const isOpen = await isFree(path)
    const replaces = !isOpen && conflict === 'replace' ? await findFile(path) : undefined
    if (!isOpen && conflict !== 'keep-both' && replaces === undefined) return undefined
    const targetPath = isOpen || replaces !== undefined ? path : await nextFreePath(path)
    placed.add(targetPath)
    return { path: targetPath, folder: number, ...(replaces && { replaces }) }
  }

  const reserve = (path: string) => void placed.add(path)
  const finding = { findFile, findFolder, findBlockingFile, isFree, nextFreePath }
  return { startBatch, reserve, ensureFolder, resolveTarget, ...finding }
}
