import { fail } from '@vermilion/contract/kernel/errors'
import { fileName, normalizePath, pathProblem } from '@vermilion/contract/paths'
import { refuseInPlace } from '#areas/spaces'
import { folderPath } from '../folders/folder-path.ts'
import { joined } from '../storing/numbered-path.ts'
import type { FileRow } from '../store.ts'
import type { Ordered } from './bulk.ts'
import { createLanding } from './destination.ts'
import type { Conflict, Numbers } from './destination.ts'
import type { OperationNeeds } from './operation-needs.ts'
import { beginning } from './selection.ts'
import type { Chosen } from './selection.ts'

/** Files and folders on their way to a folder. */
export interface Transfer extends Ordered {
  readonly chosen: Chosen
  readonly to: string
  /** Where files go that were named or found. */
  readonly folder: string
  /** What each selected folder becomes. */
  readonly roots: Readonly<Record<string, string>>
  readonly conflict: Conflict
}

const foldersAtOnce = 200

/** What moving and copying have in common. */
export function createTransfer(needs: OperationNeeds) {
  const { database, clock, spaces, store, folders, selectionStore, selections } = needs
  const landing = (spaceId: string, numbers?: Numbers) =>
    createLanding({ store, folders, now: clock.time() }, spaceId, numbers)

  /** Fails where the target cannot be: a path that cannot be used, a folder that would lie in itself. */
  async function prepare(
    chosen: Chosen,
    wish: { to: string; folder: string; conflict: Conflict; copies: boolean },
  ): Promise<Pick<Transfer, 'chosen' | 'to' | 'folder' | 'roots' | 'conflict'>> {
    const { to, conflict, copies } = wish
    refuseInPlace(await spaces.get(to))
    const folder = await folderPath(spaces, to, wish.folder)
    const reason = folder === '' ? undefined : pathProblem(folder)
    if (reason !== undefined) throw fail('file.path-invalid', { path: folder, reason })
    const target = landing(to)
    await refuseFile(target, folder)
    const roots: Record<string, string> = {}
    for (const base of chosen.folders) {
      const root = await rootOf(base)
      if (root !== undefined) roots[base] = root
    }
    return { chosen: { ...chosen, folders: Object.keys(roots) }, to, folder, roots, conflict }

    /** Undefined for a folder that stays as it is. */
    async function rootOf(base: string): Promise<string | undefined> {
      const isWithin = to === chosen.spaceId && `${folder}/`.startsWith(`${base}/`)
      if (isWithin) throw fail('file.into-itself', { path: base })
      const wanted = normalizePath(joined(folder, fileName(base)))
      const isItself = to === chosen.spaceId && wanted === base
      if (isItself) return copies && conflict === 'keep-both' ? target.beside(wanted, 'folder') : undefined
      if ((await store.byPath(to, wanted)) === undefined) return wanted
      if (conflict === 'keep-both') return target.beside(wanted, 'folder')
      await refuseFile(target, wanted)
      return wanted
    }
  }

  async function refuseFile(target: ReturnType<typeof landing>, folder: string): Promise<void> {
    const file = await target.fileInTheWay(folder)
    if (file === undefined) return
    const reason = { en: `${file.path} is a file`, zh: `${file.path} 是一个文件` }
    throw fail('file.path-invalid', { path: folder, reason })
  }

  /** Makes the folders that come along, those without files too. */
  async function makeFolders({ chosen, to, folder, roots }: Transfer): Promise<void> {
    const { spaceId } = chosen
    if (folder !== '') await database.transaction(() => landing(to).folder(folder))
    for (const [base, root] of Object.entries(roots)) {
      await database.transaction(() => landing(to).folder(root))
      let last: string | undefined = `${base}/`
      while (last !== undefined) {
        const some: { path: string }[] = await selectionStore.folders(spaceId, base, last, foldersAtOnce)
        await database.transaction(async () => {
          const target = landing(to)
          for (const { path } of some) await makeFolder(target, normalizePath(root + path.slice(base.length)))
        })
        last = some.length < foldersAtOnce ? undefined : some.at(-1)?.path
      }
    }
  }

  /** A name of a folder in place may be one that cannot be used: then its files are skipped. */
  async function makeFolder(target: ReturnType<typeof landing>, path: string): Promise<void> {
    if (pathProblem(path) === undefined) await target.folder(path)
  }

  /** Removes the folders that were selected, as far as nothing is left in them. */
  async function removeFolders(spaceId: string, paths: readonly string[]): Promise<void> {
    for (const path of paths) while ((await selectionStore.removeEmpty(spaceId, path, foldersAtOnce)) > 0);
  }

  function wantedPath({ folder, roots }: Transfer, row: FileRow, base: string | undefined): string {
    const root = base === undefined ? undefined : roots[base]
    if (root === undefined || base === undefined) return normalizePath(joined(folder, row.name))
    return normalizePath(root + row.path.slice(base.length))
  }

  /** Reads the files of a transfer; what is done to a batch is the caller's. */
  function run(order: Transfer) {
    const numbers: Numbers = new Map()
    return {
      beginning,
      numbers,
      count: async (most?: number) => (await selections.count(order.chosen, most)).files,
      begin: () => makeFolders(order),
      read: selections.reader(order.chosen),
    }
  }

  return { prepare, removeFolders, wantedPath, landing, run }
}

export type TransferParts = ReturnType<typeof createTransfer>
