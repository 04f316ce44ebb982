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
  readonly store: Pick<FileStore, 'byPath' | 'byPaths' | 'blocking'>
  readonly folders: Pick<FolderStore, 'numberOf' | 'atPaths' | 'ensure'>
  readonly now: string
}

/** Files that go to their targets together. */
interface Batch {
  readonly targets: readonly string[]
  /** The paths that they leave. */
  readonly left?: readonly string[]
  write(): Promise<void>
}

/** For the duration of one transaction. */
export function createDestination({ store, folders, now }: Needs, spaceId: string, numbers: UsedNumbers = new Map()) {
  const folderNumbers = new Map<string, number | undefined>()
  const blockers = new Map<string, { path: string } | undefined>()
  /** What is at the paths that were looked at together; undefined where nothing is. */
  const [filesAhead, foldersAhead] = [new Map<string, FileRow | undefined>(), new Map<string, number | undefined>()]
  /** Paths of files that have yet to be written. */
  const placed = new Set<string>()
  let batch: Batch | undefined
  let left: ReadonlySet<string> = new Set()

  /** Until the next batch, targets are found with few statements, and `write` is called before one that others have or leave. */
  async function startBatch(next: Batch): Promise<void> {
    batch = next
    left = new Set(next.left)
    forget()
    const usable = next.targets.filter((path) => existingPathProblem(path) === undefined)
    const paths = [...new Set(usable.flatMap((path) => [path, folderOf(path)]))]
    const [files, existing] = await Promise.all([store.byPaths(spaceId, paths), folders.atPaths(spaceId, paths)])
    for (const path of paths) {
      filesAhead.set(path, undefined)
      foldersAhead.set(path, undefined)
    }
    for (const file of files) filesAhead.set(file.path, file)
    for (const { path, number } of existing) foldersAhead.set(path, number)
  }

  function forget(): void {
    for (const paths of [filesAhead, foldersAhead, blockers, placed]) paths.clear()
  }

  async function writeBatch(): Promise<void> {
    await batch?.write()
    forget()
  }

  async function ensureFolder(path: string): Promise<number | undefined> {
    if (folderNumbers.has(path)) return folderNumbers.get(path)
    const number = (await findFolder(path)) ?? (await addFolder(path))
    folderNumbers.set(path, number)
    return number
  }

  async function addFolder(path: string): Promise<number | undefined> {
    if ((await findBlockingFile(path)) !== undefined) return undefined
    foldersAhead.clear()
    return folders.ensure(spaceId, path, now)
  }

  async function findBlockingFile(path: string): Promise<{ path: string } | undefined> {
    if (placed.size > 0 && pathAndAncestors(path).some((part) => placed.has(part))) await writeBatch()
    if (!blockers.has(path)) blockers.set(path, await store.blocking(spaceId, path))
    return blockers.get(path)
  }

  const findFile = (path: string) => (filesAhead.has(path) ? filesAhead.get(path) : store.byPath(spaceId, path))
  const findFolder = (path: string) =>
    foldersAhead.has(path) ? foldersAhead.get(path) : folders.numberOf(spaceId, path)

  async function isFree(path: string): Promise<boolean> {
    if (placed.has(path)) return false
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
    if (existingPathProblem(path) !== undefined) return undefined
    if (placed.has(path) || left.has(path)) await writeBatch()
    const target = await findTarget(path, conflict)
    if (target !== undefined && batch !== undefined) placed.add(target.path)
    return target
  }

  async function findTarget(path: string, conflict: Conflict): Promise<TargetPath | undefined> {
    const number = await ensureFolder(folderOf(path))
    if (number === undefined) return undefined
    if (await isFree(path)) return { path, folder: number }
    if (conflict === 'keep-both') return { path: await nextFreePath(path), folder: number }
    const existing = conflict === 'replace' ? await findFile(path) : undefined
    return existing === undefined ? undefined : { path, folder: number, replaces: existing }
  }

  return { startBatch, ensureFolder, findBlockingFile, isFree, nextFreePath, resolveTarget }
}
