import type { DragEvent } from 'react'
import { useText } from '#lib/i18n.ts'
import type { FileDrag } from '#ui/files/use-file-drag.ts'
import type { Selection } from '#ui/selection/selection.ts'
import type { SelectedFiles } from './selected-files.ts'
import { type TransferredFiles, transferType, dragged, useClipboard } from './clipboard.ts'
import { transferFiles } from './actions.ts'
import { actionText } from './action-text.ts'
import { type Entry, isFolder } from '../entry.ts'
import { notifyProblem } from './action-outcome.ts'

interface TransferNeeds {
  spaceId: string
  folder: string
  recursive: boolean
  selection: Selection<Entry>
  selected: () => Promise<SelectedFiles>
}

export function useTransfer({ spaceId, folder, recursive, selection, selected }: TransferNeeds) {
  const t = useText(actionText)
  const { content } = useClipboard()
  const resolveFiles = async (): Promise<TransferredFiles> => ({
    spaceId,
    folder,
    files: await selected(),
    count: selection.count,
    keys: selection.chosen.all ? new Set() : new Set(selection.chosen.items.keys()),
  })
  const hold = (moves: boolean) =>
    void resolveFiles().then((what) => useClipboard.setState({ content: { ...what, moves } }), notifyProblem)
  const paste = async (into: string) => {
    if (content === null) return
    const onBegun = () => content.moves && useClipboard.setState({ content: null })
    await transferFiles(content, { spaceId, folder: into }, { moves: content.moves, onBegun: () => void onBegun() })
  }

  const takes = (event: DragEvent, into: string) => {
    if (!event.dataTransfer.types.includes(transferType)) return false
    const copies = event.ctrlKey || event.metaKey
    if (!dragged.fits(into, copies)) return false
    event.dataTransfer.dropEffect = copies ? 'copy' : 'move'
    return true
  }
  const drop = async (event: DragEvent, into: string) => {
    const moves = !event.ctrlKey && !event.metaKey
    const what = await dragged.what()
    dragged.end()
    if (what !== null) await transferFiles(what, { spaceId, folder: into }, { moves, onBegun: selection.clear })
  }
  const drag: FileDrag<Entry> = {
    onStart(transfer) {
      const folders = [...selection.chosen.items.values()].flatMap((entry) => (isFolder(entry) ? [entry.path] : []))
      transfer.setData(transferType, '')
      transfer.effectAllowed = 'copyMove'
      showCount(transfer, selection.count)
      dragged.begin(resolveFiles().catch(reportProblem), folders, recursive ? '\n' : folder)
    },
    onEnd: dragged.end,
    takes: (event, entry) => isFolder(entry) && takes(event, entry.path),
    onDrop: (event, entry) => void drop(event, entry.path),
  }
  return {
    held: content,
    pasteWords: t('paste', { count: content?.count ?? 0 }),
    hold,
    paste,
    drag,
    takes,
    drop: (event: DragEvent, into: string) => void drop(event, into),
    isLeaving: (key: string) => content?.moves === true && content.spaceId === spaceId && content.keys.has(key),
  }
}

const reportProblem = (problem: unknown) => {
  notifyProblem(problem)
  return null
}

function showCount(transfer: DataTransfer, count: number): void {
  const badge = document.createElement('div')
  badge.textContent = String(count)
  badge.style.cssText =
    'position:fixed;top:-99px;padding:4px 12px;border-radius:999px;background:var(--ant-color-primary);color:var(--text-on-accent);font:600 14px system-ui'
  document.body.append(badge)
  transfer.setDragImage(badge, -10, -6)
  setTimeout(() => badge.remove())
}
