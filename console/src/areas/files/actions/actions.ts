import { archiveEndpoints } from '@vermilion/contract/files/archives'
import { fileOperationEndpoints } from '@vermilion/contract/files/operations'
import type { conflictChoices } from '@vermilion/contract/files'
import { trashEndpoints } from '@vermilion/contract/files/trash'
import { addressOf, call } from '#lib/api.ts'
import { translator } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { offerUndo } from '#ui/feedback/undo.tsx'
import { type SelectedFiles, idsOf } from './selected-files.ts'
import type { TransferredFiles } from './clipboard.ts'
import { actionText } from './action-text.ts'
import { type Entry, isFolder } from '../entry.ts'
import { runFileOperation, notifyProblem } from './action-outcome.ts'
import { joined, nameIn, parentOf } from '../paths.ts'

export type Conflict = (typeof conflictChoices)[number]
export interface Target {
  spaceId: string
  folder: string
}

const translateAction = () => translator(actionText, useSystem.getState().lang)

export async function removeFiles(spaceId: string, selection: SelectedFiles, onBegun: () => void): Promise<void> {
  const params = { spaceId }
  const ids = await idsOf(spaceId, selection)
  const restore = (fileIds: string[]) => call(trashEndpoints.restoreFiles, { params, body: { fileIds } })
  await runFileOperation({
    run: () => call(fileOperationEndpoints.deleteFiles, { params, body: { selection } }),
    text: (t, count) => (count === 0 ? t('deletedFolder') : t('deleted', { count })),
    ...(ids === null ? {} : { count: ids.length }),
    undo: ids === null || ids.length === 0 ? undefined : () => restore(ids),
    onBegun,
  })
}

export async function transferFiles(
  { spaceId, folder, files }: Pick<TransferredFiles, 'spaceId' | 'folder' | 'files'>,
  target: Target,
  { moves, conflict = 'keep-both', onBegun }: { moves: boolean; conflict?: Conflict; onBegun?: () => void },
): Promise<void> {
  const to = moves ? fileOperationEndpoints.moveFiles : fileOperationEndpoints.copyFiles
  const isNamed = files.filter === undefined
  const isFromOne = files.folders.every((path) => parentOf(path) === folder)
  const back = {
    fileIds: files.fileIds,
    folders: files.folders.map((path) => joined(target.folder, nameIn(path))),
  }
  const params = { spaceId: target.spaceId }
  const revert = () =>
    call(fileOperationEndpoints.moveFiles, { params, body: { selection: back, target: { spaceId, folder } } })
  await runFileOperation({
    run: () => call(to, { params: { spaceId }, body: { selection: files, target, conflict } }),
    text: (t, count) => t(moves ? 'moved' : 'copied', { count }),
    undo: moves && isNamed && isFromOne && conflict !== 'replace' ? revert : undefined,
    ...(onBegun === undefined ? {} : { onBegun }),
  })
}

export async function renameEntry(spaceId: string, entry: Entry, name: string): Promise<void> {
  const t = translateAction()
  const params = { spaceId }
  const previousName = entry.name
  const to = (newName: string, folder: string) =>
    call(fileOperationEndpoints.renameFile, {
      params,
      body: isFolder(entry) ? { folder, name: newName } : { fileId: entry.id, name: newName },
    })
  try {
    await to(name, entry.path)
    offerUndo(t('renamed', { name }), async () => {
      await to(previousName, joined(parentOf(entry.path), name))
      await refresh('/spaces')
    })
  } catch (problem) {
    notifyProblem(problem)
  }
  await refresh('/spaces')
}

export async function makeFolder(spaceId: string, folder: string, name: string): Promise<string> {
  const body = { path: joined(folder, name) }
  const { path } = await call(fileOperationEndpoints.createFolder, { params: { spaceId }, body })
  void refresh('/spaces')
  return path
}

export async function tagFiles(
  spaceId: string,
  selection: SelectedFiles,
  add: string[],
  remove: string[],
): Promise<void> {
  const change = (plus: string[], minus: string[]) =>
    call(fileOperationEndpoints.tagFiles, {
      params: { spaceId },
      body: { selection, add: plus, remove: minus },
    })
  await runFileOperation({ run: () => change(add, remove), text: (t, count) => t('tagged', { count }) })
}

export async function downloadFiles(spaceId: string, selection: SelectedFiles, name: string): Promise<void> {
  try {
    const body = { selection, name }
    const { id: archiveId } = await call(archiveEndpoints.createArchive, { params: { spaceId }, body })
    const link = document.createElement('a')
    link.href = addressOf(archiveEndpoints.downloadArchive, { params: { archiveId } })
    link.download = ''
    link.click()
  } catch (problem) {
    notifyProblem(problem)
  }
}
