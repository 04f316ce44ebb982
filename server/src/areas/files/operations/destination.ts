import type { UploadMetadata } from '@vermilion/contract/files'
import { folderOf, pathProblem } from '@vermilion/contract/paths'
import { pathAndAbove } from '../folders/folder-store.ts'
import type { FolderStore } from '../folders/folder-store.ts'
import { numbered } from '../storing/numbered-path.ts'
import type { FileRow, FileStore } from '../store.ts'

export type Conflict = UploadMetadata['conflict']

/** Where a file can stand. */
export interface Spot {
  readonly path: string
  readonly folder: number
  /** What stands there and has to go. */
  readonly replaces?: FileRow
}

/** How far the numbers of a name are taken, so that many files of one name do not each count from 2. */
export type Numbers = Map<string, number>

interface Needs {
  readonly store: Pick<FileStore, 'byPath' | 'firstOf'>
  readonly folders: Pick<FolderStore, 'numberOf' | 'ensure'>
  readonly now: string
}

/** Finds places for files in a space, for as long as one transaction lasts. */
export function createLanding({ store, folders, now }: Needs, spaceId: string, numbers: Numbers = new Map()) {
  const known = new Map<string, number | undefined>()

  /** The number of a folder, made where it is not there; undefined where a file stands in its way. */
  async function folder(path: string): Promise<number | undefined> {
    if (known.has(path)) return known.get(path)
    const there = await folders.numberOf(spaceId, path)
    const number =
      there ?? ((await fileInTheWay(path)) === undefined ? await folders.ensure(spaceId, path, now) : there)
    known.set(path, number)
    return number
  }

  async function fileInTheWay(path: string) {
    const paths = pathAndAbove(path).filter((each) => each !== '')
    return paths.length === 0 ? undefined : store.firstOf(spaceId, paths)
  }

  async function isFree(path: string): Promise<boolean> {
    return (await store.byPath(spaceId, path)) === undefined && (await folders.numberOf(spaceId, path)) === undefined
  }

  /** The first free number beside a path, of a file or of a folder. */
  async function beside(path: string, kind: 'file' | 'folder' = 'file'): Promise<string> {
    for (let number = (numbers.get(path) ?? 1) + 1; ; number++) {
      const free = numbered(path, number, kind)
      numbers.set(path, number)
      if (await isFree(free)) return free
    }
  }

  /** Undefined where the file cannot stand: its name is taken and shall stay so, or the path cannot be used. */
  async function spotFor(wanted: string, conflict: Conflict): Promise<Spot | undefined> {
    if (pathProblem(wanted) !== undefined) return undefined
    const number = await folder(folderOf(wanted))
    if (number === undefined) return undefined
    if (await isFree(wanted)) return { path: wanted, folder: number }
    if (conflict === 'keep-both') return { path: await beside(wanted), folder: number }
    const there = conflict === 'replace' ? await store.byPath(spaceId, wanted) : undefined
    return there === undefined ? undefined : { path: wanted, folder: number, replaces: there }
  }

  return { folder, fileInTheWay, isFree, beside, spotFor }
}
