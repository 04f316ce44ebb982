import { archiveEndpoints } from '@vermilion/contract/files/archives'
import { fileOperationEndpoints } from '@vermilion/contract/files/operations'
import type { conflictChoices } from '@vermilion/contract/files'
import { trashEndpoints } from '@vermilion/contract/files/trash'
import { addressOf, call } from '#lib/api.ts'
import { translator } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { offerUndo } from '#ui/undo.tsx'
import { type ChosenFiles, idsOf } from './selected-files.ts'
import type { Carried } from './clipboard.ts'
import { deedText } from './action-text.ts'
import { type Entry, isFolder } from '../entry.ts'
import { doToFiles, tellProblem } from './action-outcome.ts'
import { joined, nameIn, parentOf } from '../paths.ts'

export type Conflict = (typeof conflictChoices)[number]
export interface Target {
  spaceId: string
  folder: string
}

const words = () => translator(deedText, useSystem.getState().lang)

/** Puts files into the trash; taking that back restores them. */
export async function removeFiles(spaceId: string, chosen: ChosenFiles, onBegun: () => void): Promise<void> {
  const params = { spaceId }
  const ids = await idsOf(spaceId, chosen)
  const restore = (fileIds: string[]) => call(trashEndpoints.restoreFiles, { params, body: { fileIds } })
  await doToFiles({
    run: () => call(fileOperationEndpoints.deleteFiles, { params, body: { selection: chosen } }),
    words: (t, count) => (count === 0 ? t('deletedFolder') : t('deleted', { count })),
    ...(ids === null ? {} : { count: ids.length }),
    undo: ids === null || ids.length === 0 ? undefined : () => restore(ids),
    onBegun,
  })
}

/** Moves or copies files to a folder; a move that met nothing there can be taken back. */
export async function bringFiles(
  { spaceId, folder, chosen }: Pick<Carried, 'spaceId' | 'folder' | 'chosen'>,
  target: Target,
  { moves, conflict = 'keep-both', onBegun }: { moves: boolean; conflict?: Conflict; onBegun?: () => void },
): Promise<void> {
  const to = moves ? fileOperationEndpoints.moveFiles : fileOperationEndpoints.copyFiles
  const isNamed = chosen.filter === undefined
  const isFromOne = chosen.folders.every((path) => parentOf(path) === folder)
  const back = {
    fileIds: chosen.fileIds,
    folders: chosen.folders.map((path) => joined(target.folder, nameIn(path))),
  }
  const params = { spaceId: target.spaceId }
  const takeBack = () =>
    call(fileOperationEndpoints.moveFiles, { params, body: { selection: back, target: { spaceId, folder } } })
  await doToFiles({
    run: () => call(to, { params: { spaceId }, body: { selection: chosen, target, conflict } }),
    words: (t, count) => t(moves ? 'moved' : 'copied', { count }),
    undo: moves && isNamed && isFromOne && conflict !== 'replace' ? takeBack : undefined,
    ...(onBegun === undefined ? {} : { onBegun }),
  })
}

export async function renameEntry(spaceId: string, entry: Entry, name: string): Promise<void> {
  const t = words()
  const params = { spaceId }
  const before = entry.name
  const to = (wanted: string, folder: string) =>
    call(fileOperationEndpoints.renameFile, {
      params,
      body: isFolder(entry) ? { folder, name: wanted } : { fileId: entry.id, name: wanted },
    })
  try {
    await to(name, entry.path)
    offerUndo(t('renamed', { name }), async () => {
      await to(before, joined(parentOf(entry.path), name))
      await refresh('/spaces')
    })
  } catch (problem) {
    tellProblem(problem)
  }
  await refresh('/spaces')
}

/** Makes a folder; rejects with why not. */
export async function makeFolder(spaceId: string, folder: string, name: string): Promise<string> {
  const body = { path: joined(folder, name) }
  const { path } = await call(fileOperationEndpoints.createFolder, { params: { spaceId }, body })
  void refresh('/spaces')
  return path
}

export async function tagFiles(spaceId: string, chosen: ChosenFiles, add: string[], remove: string[]): Promise<void> {
  const change = (plus: string[], minus: string[]) =>
    call(fileOperationEndpoints.tagFiles, {
      params: { spaceId },
      body: { selection: chosen, add: plus, remove: minus },
    })
  await doToFiles({ run: () => change(add, remove), words: (t, count) => t('tagged', { count }) })
}

/** Downloads files and folders as one zip, which the server makes while it sends it. */
export async function downloadFiles(spaceId: string, chosen: ChosenFiles, name: string): Promise<void> {
  try {
    const body = { selection: chosen, name }
    const { id: archiveId } = await call(archiveEndpoints.createArchive, { params: { spaceId }, body })
    const link = document.createElement('a')
    link.href = addressOf(archiveEndpoints.downloadArchive, { params: { archiveId } })
    link.download = ''
    link.click()
  } catch (problem) {
    tellProblem(problem)
  }
}
