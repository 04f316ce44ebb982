import DatabaseOutlined from '@ant-design/icons/es/icons/DatabaseOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import BarChartOutlined from '@ant-design/icons/es/icons/BarChartOutlined'
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import TagOutlined from '@ant-design/icons/es/icons/TagOutlined'
import type { Space } from '@vermilion/contract/spaces'
import { type KeyboardEvent, useState } from 'react'
import { type Translate, useText } from '#lib/i18n.ts'
import { exportToDataset } from '#ui/export/dataset-export.ts'
import type { MenuAction } from '#ui/menu/menu-panel.tsx'
import type { Selection } from '#ui/selection/selection.ts'
import { evaluateFiles } from '#ui/files/file-evaluation.ts'
import type { FileAction } from '#ui/files/selection-bar.tsx'
import type { SelectedFiles } from './selected-files.ts'
import { downloadFiles, removeFiles, renameEntry } from './actions.ts'
import { type ActionDialog, ActionDialogs } from './action-dialogs.tsx'
import { actionText } from './action-text.ts'
import { type Entry, isFolder, keyOf } from '../entry.ts'
import { notifyProblem } from './action-outcome.ts'
import { nameIn, parentOf } from '../paths.ts'
import { useNavigate } from '@tanstack/react-router'
import { useTransfer } from './use-transfer.ts'

interface FileActionNeeds {
  space: Space
  folder: string
  recursive: boolean
  /** True for a folder of the machine, which is read-only from here. */
  inPlace: boolean
  selection: Selection<Entry>
  selected: () => Promise<SelectedFiles>
  goTo: (folder: string) => void
  more: readonly MenuAction[]
}

export function useFileActions(needs: FileActionNeeds) {
  const { space, folder, inPlace, selection, selected, goTo } = needs
  const t = useText(actionText)
  const [dialog, setDialog] = useState<ActionDialog>(null)
  const [renaming, setRenaming] = useState<Entry | null>(null)
  const spaceId = space.id
  const carrying = useTransfer({ spaceId, folder, recursive: needs.recursive, selection, selected })
  const { chosen, count, clear } = selection
  const [first] = chosen.items.values()
  const single = !chosen.all && count === 1 ? first : undefined
  const close = () => setDialog(null)

  const withSelected = (action: (selection: SelectedFiles) => unknown) =>
    void selected().then(action).catch(notifyProblem)
  const ask = (kind: 'move' | 'copy' | 'tags' | 'depth') => withSelected((files) => setDialog({ kind, files }))
  const remove = () => withSelected((files) => removeFiles(spaceId, files, clear))
  const download = () =>
    withSelected((files) => downloadFiles(spaceId, files, single?.name ?? nameOf(folder, space.name)))
  const downloadShown = () =>
    downloadFiles(
      spaceId,
      { fileIds: [], folders: folder === '' ? [] : [folder], except: [], ...(folder === '' ? entireSpace : {}) },
      nameOf(folder, space.name),
    )
  const toDataset = () => withSelected((selection) => exportToDataset({ spaceId, spaceName: space.name, selection }))
  const evaluate = () => withSelected((selection) => evaluateFiles({ spaceId, selection, count }))
  const rename = () => single !== undefined && setRenaming(single)
  const newFolder = () => setDialog({ kind: 'folder' })

  const cut = () => carrying.hold(true)
  const copy = () => carrying.hold(false)
  const run = { download, toDataset, evaluate, ask, remove, rename, cut, copy }
  const similar = useFindSimilar(single)
  const fileActions = [...listFileActions(t, run, { inPlace, isSingle: single !== undefined }), ...similar]
  const pasteInto = single !== undefined && isFolder(single) ? single.path : count === 0 ? folder : null
  const paste: MenuAction[] =
    inPlace || carrying.held === null || pasteInto === null
      ? []
      : [{ key: 'paste', text: carrying.pasteWords, run: () => void carrying.paste(pasteInto) }]
  const folderActions: MenuAction[] = [
    ...(inPlace ? [] : [{ key: 'new', text: t('newFolder'), run: newFolder }]),
    ...paste,
    { key: 'whole', text: t('downloadFolder'), run: () => void downloadShown() },
  ]
  const byKey = new Map(fileActions.map((action) => [action.key, action]))
  const open =
    single !== undefined && isFolder(single) ? [{ key: 'open', text: t('open'), run: () => goTo(single.path) }] : []
  const menu: MenuAction[] =
    count > 0
      ? [...open, ...inOrder(byKey).toSpliced(open.length + 7 + similar.length, 0, ...paste)]
      : [...folderActions, ...needs.more, { key: 'all', text: t('selectAll'), run: selection.all }]

  const goUp = () => folder !== '' && goTo(parentOf(folder))
  const pasteHere = carrying.held === null ? null : () => void carrying.paste(folder)
  const onKey = (event: KeyboardEvent): boolean =>
    runKey(event, { inPlace, count, isSingle: single !== undefined, goUp, paste: pasteHere, cut, copy, remove, rename })

  return {
    fileActions,
    folderActions,
    menu,
    onKey,
    newFolder,
    drag: inPlace ? undefined : carrying.drag,
    takes: carrying.takes,
    drop: carrying.drop,
    leaving: (entry: Entry) => carrying.isLeaving(keyOf(entry)),
    renaming:
      renaming === null
        ? null
        : {
            key: keyOf(renaming),
            onDone: (name: string | null) => {
              setRenaming(null)
              if (name !== null) void renameEntry(spaceId, renaming, name)
            },
          },
    dialogs: <ActionDialogs {...{ dialog, selection, spaceId, folder, inPlace }} onClose={close} />,
  }
}

const menuOrder = 'download dataset evaluate depth similar tags rename cut hold move copy delete'.split(' ')

const inOrder = (actions: ReadonlyMap<string, FileAction>) => menuOrder.flatMap((key) => actions.get(key) ?? [])

const entireSpace = { filter: { folder: '', recursive: true } } as Pick<SelectedFiles, 'filter'>

const nameOf = (folder: string, space: string) => (folder === '' ? space : nameIn(folder))

interface FileCommands {
  download: () => void
  toDataset: () => void
  evaluate: () => void
  ask: (kind: 'move' | 'copy' | 'tags' | 'depth') => void
  remove: () => void
  rename: () => void
  cut: () => void
  copy: () => void
}

function listFileActions(
  t: Translate<typeof actionText.en>,
  run: FileCommands,
  { inPlace, isSingle }: { inPlace: boolean; isSingle: boolean },
): FileAction[] {
  const changing = (action: FileAction): FileAction[] => (inPlace ? [] : [action])
  return [
    { key: 'download', text: t('download'), icon: <DownloadOutlined aria-hidden />, run: run.download },
    { key: 'dataset', text: t('toDataset'), icon: <DatabaseOutlined aria-hidden />, run: run.toDataset },
    { key: 'evaluate', text: t('evaluate'), icon: <BarChartOutlined aria-hidden />, run: run.evaluate },
    { key: 'depth', text: t('depth'), more: true, run: () => run.ask('depth') },
    { key: 'tags', text: t('tags'), icon: <TagOutlined aria-hidden />, run: () => run.ask('tags') },
    ...changing({
      key: 'delete',
      text: t('delete'),
      danger: true,
      icon: <DeleteOutlined aria-hidden />,
      run: run.remove,
    }),
    ...changing({ key: 'rename', text: t('rename'), more: true, disabled: !isSingle, run: run.rename }),
    ...changing({ key: 'move', text: t('moveTo'), more: true, run: () => run.ask('move') }),
    { key: 'copy', text: t('copyTo'), more: true, run: () => run.ask('copy') },
    ...changing({ key: 'cut', text: t('cut'), more: true, run: run.cut }),
    { key: 'hold', text: t('copy'), more: true, run: run.copy },
  ]
}

interface KeyCommands extends Pick<FileCommands, 'cut' | 'copy' | 'remove' | 'rename'> {
  inPlace: boolean
  count: number
  isSingle: boolean
  goUp: () => void
  paste: (() => void) | null
}

function runKey(event: KeyboardEvent, { inPlace, count, isSingle, goUp, paste, ...run }: KeyCommands): boolean {
  const { key, altKey } = event
  const withControl = (event.ctrlKey || event.metaKey) && !altKey && !event.shiftKey
  if ((key === 'Backspace' && !withControl) || (altKey && key === 'ArrowUp')) goUp()
  else if (withControl && key === 'v' && paste !== null && !inPlace) paste()
  else if (count === 0) return false
  else if (withControl && key === 'c') run.copy()
  else if (withControl && key === 'x' && !inPlace) run.cut()
  else if (key === 'Delete' && !inPlace) run.remove()
  else if (key === 'F2' && isSingle && !inPlace) run.rename()
  else return false
  return true
}

function useFindSimilar(entry: Entry | undefined): FileAction[] {
  const t = useText(actionText)
  const navigate = useNavigate()
  if (entry === undefined || isFolder(entry) || entry.kind !== 'image' || entry.broken) return []
  const run = () => void navigate({ to: '/data-set/search', search: { mode: 'image', file: entry.id } })
  return [{ key: 'similar', text: t('similar'), more: true, run }]
}
