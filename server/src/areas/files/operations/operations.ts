import type { FileOutcome, FileTarget } from '@vermilion/contract/files/operations'
import type { FileSelection } from '@vermilion/contract/files'
import { isInPlace } from '@vermilion/contract/spaces'
import type { Jobs } from '#platform/jobs/jobs'
import { refuseInPlace } from '#areas/spaces'
import { createBulkRegistry } from './bulk.ts'
import { createCopy } from './copy.ts'
import { createDelete } from './delete.ts'
import type { Conflict } from './destination.ts'
import { createMove } from './move.ts'
import type { OperationNeeds } from './operation-needs.ts'
import { createNaming } from './rename.ts'
import { createTagging } from './tag.ts'
import { createTransfer } from './transfer.ts'

export type Operations = ReturnType<typeof createOperations>

interface TransferRequest {
  readonly selection: FileSelection
  readonly target: FileTarget
  readonly conflict: Conflict
}

export function createOperations(needs: OperationNeeds & { readonly jobs: Jobs }) {
  const { spaces, selections } = needs
  const register = createBulkRegistry(needs)
  const parts = createTransfer(needs)
  const naming = createNaming(needs)
  const moving = register(createMove(needs, parts))
  const copying = register(createCopy(needs, parts))
  const deleting = register(createDelete(needs, parts))
  const tagging = register(createTagging(needs))

  async function orderFor(spaceId: string, by: string) {
    const space = await spaces.get(spaceId)
    return { space, order: { spaceId, spaceName: space.name, by } }
  }

  async function transferOrder(
    spaceId: string,
    { selection, target, conflict }: TransferRequest,
    { by, copies }: { by: string; copies: boolean },
  ) {
    const { space, order } = await orderFor(spaceId, by)
    if (!copies) refuseInPlace(space)
    const selected = await selections.choose(spaceId, selection)
    const transfer = await parts.prepare(selected, { to: target.spaceId, folder: target.folder, conflict, copies })
    return { space, order: { ...order, ...transfer }, orElse: selected.folders.length > 0 }
  }

  return {
    createFolder: naming.createFolder,

    /** A folder with very many files is renamed file by file, as a job. */
    async rename(
      spaceId: string,
      what: { fileId: string; name: string } | { folder: string; name: string },
      by: string,
    ): Promise<FileOutcome> {
      const { order } = await orderFor(spaceId, by)
      if ('fileId' in what) {
        const renamed = await naming.renameFile(spaceId, what.fileId, what.name)
        return { files: renamed ? 1 : 0, skipped: 0, workId: null }
      }
      const { folder, path } = await naming.renamedFolderPath(spaceId, what.folder, what.name)
      if (path === folder) return { files: 0, skipped: 0, workId: null }
      const selected = await selections.choose(spaceId, { fileIds: [], folders: [folder], except: [] })
      const roots = { [folder]: path }
      return moving(
        { ...order, chosen: selected, to: spaceId, folder: '', roots, conflict: 'keep-both' },
        { orElse: true },
      )
    },

    async move(spaceId: string, request: TransferRequest, by: string): Promise<FileOutcome> {
      const { order, orElse } = await transferOrder(spaceId, request, { by, copies: false })
      return moving(order, { orElse })
    },

    async copy(spaceId: string, request: TransferRequest, by: string): Promise<FileOutcome> {
      const { order, orElse, space } = await transferOrder(spaceId, request, { by, copies: true })
      return copying({ ...order, isInPlace: isInPlace(space) }, { orElse })
    },

    async remove(spaceId: string, selection: FileSelection, by: string): Promise<FileOutcome> {
      const { space, order } = await orderFor(spaceId, by)
      refuseInPlace(space)
      const selected = await selections.choose(spaceId, selection)
      return deleting({ ...order, chosen: selected }, { orElse: selected.folders.length > 0 })
    },

    async tag(
      spaceId: string,
      { selection, ...tags }: { selection: FileSelection; add: string[]; remove: string[] },
      by: string,
    ): Promise<FileOutcome> {
      const { order } = await orderFor(spaceId, by)
      const selected = await selections.choose(spaceId, selection)
      return tagging({ ...order, chosen: selected, ...tags })
    },
  }
}
