import { fail } from '@vermilion/contract/kernel/errors'
import { fileName, normalizePath, pathProblem } from '@vermilion/contract/paths'
import { refuseInPlace } from '#areas/spaces'
import { folderPath } from '../folders/folder-path.ts'
import { joinPath } from '../storing/numbered-path.ts'
import type { FileRow } from '../store.ts'
import type { BulkOrder } from './bulk.ts'
import { createDestination, type Conflict, type UsedNumbers } from './destination.ts'
import type { OperationNeeds } from './operation-needs.ts'
import type { SelectedFiles } from './selection-reader.ts'

export interface Transfer extends BulkOrder {
  readonly chosen: SelectedFiles
  readonly to: string
  readonly folder: string
  readonly roots: Readonly<Record<string, string>>
  readonly conflict: Conflict
}

const folderBatchSize = 200

export function createTransfer(needs: OperationNeeds) {
  const { database, clock, spaces, store, folders, selections } = needs
  const destinationIn = (spaceId: string, numbers?: UsedNumbers) =>
    createDestination({ store, folders, now: clock.time() }, spaceId, numbers)

  async function prepare(
    selected: SelectedFiles,
    request: { to: string; folder: string; conflict: Conflict; copies: boolean },
  ): Promise<Pick<Transfer, 'chosen' | 'to' | 'folder' | 'roots' | 'conflict'>> {
    const { to, conflict, copies } = request
    refuseInPlace(await spaces.get(to))
    const folder = await folderPath(spaces, to, request.folder)
    const reason = folder === '' ? undefined : pathProblem(folder)
    if (reason !== undefined) throw fail('file.path-invalid', { path: folder, reason })
    const target = destinationIn(to)
    await refuseBlockedPath(target, folder)
    const roots: Record<string, string> = {}
    for (const base of selected.folders) {
      const root = await targetFolder(base)
      if (root !== undefined) roots[base] = root
    }
    return { chosen: { ...selected, folders: Object.keys(roots) }, to, folder, roots, conflict }

    /** Undefined for a folder that stays in place. */
    async function targetFolder(base: string): Promise<string | undefined> {
      const isWithin = to === selected.spaceId && `${folder}/`.startsWith(`${base}/`)
      if (isWithin) throw fail('file.into-itself', { path: base })
      const targetPath = normalizePath(joinPath(folder, fileName(base)))
      const isItself = to === selected.spaceId && targetPath === base
      if (isItself) return copies && conflict === 'keep-both' ? target.nextFreePath(targetPath, 'folder') : undefined
      if ((await target.findFile(targetPath)) === undefined) return targetPath
      if (conflict === 'keep-both') return target.nextFreePath(targetPath, 'folder')
      await refuseBlockedPath(target, targetPath)
      return targetPath
    }
  }

  async function refuseBlockedPath(target: ReturnType<typeof destinationIn>, folder: string): Promise<void> {
    const file = await target.findBlockingFile(folder)
    if (file === undefined) return
    const reason = { en: `${file.path} is a file`, zh: `${file.path} 是一个文件` }
    throw fail('file.path-invalid', { path: folder, reason })
  }

  async function makeFolders({ chosen, to, folder, roots }: Transfer): Promise<void> {
    const { spaceId } = chosen
    if (folder !== '') await database.transaction(() => destinationIn(to).ensureFolder(folder))
    for (const [base, root] of Object.entries(roots)) {
      await database.transaction(() => destinationIn(to).ensureFolder(root))
      let last: string | undefined = `${base}/`
      while (last !== undefined) {
        const some: { path: string }[] = await folders.below(spaceId, base, last, folderBatchSize)
        await database.transaction(async () => {
          const target = destinationIn(to)
          for (const { path } of some) await makeFolder(target, normalizePath(root + path.slice(base.length)))
        })
        last = some.length < folderBatchSize ? undefined : some.at(-1)?.path
      }
    }
  }

  /** A name in place may be unusable elsewhere: then its files are skipped. */
  async function makeFolder(target: ReturnType<typeof destinationIn>, path: string): Promise<void> {
    if (pathProblem(path) === undefined) await target.ensureFolder(path)
  }

  async function removeFolders(spaceId: string, paths: readonly string[]): Promise<void> {
    for (const path of paths) while ((await folders.removeEmpty(spaceId, path, folderBatchSize)) > 0);
  }

  function targetPathOf({ folder, roots }: Transfer, row: FileRow, base: string | undefined): string {
    const root = base === undefined ? undefined : roots[base]
    if (root === undefined || base === undefined) return normalizePath(joinPath(folder, row.name))
    return normalizePath(root + row.path.slice(base.length))
  }

  function run(order: Transfer) {
    const numbers: UsedNumbers = new Map()
    return { ...selections.runOf(order.chosen), numbers, prepare: () => makeFolders(order) }
  }

  return { prepare, removeFolders, targetPathOf, destinationIn, run }
}

export type TransferParts = ReturnType<typeof createTransfer>
