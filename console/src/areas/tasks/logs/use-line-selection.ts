import { maxLogLines, maxLineBytes, taskLogEndpoints } from '@vermilion/contract/tasks/logs'
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { call } from '#lib/api.ts'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { toClipboard } from '#ui/clipboard/copy-to-clipboard.ts'
import { styledRuns, textOf } from './styled-runs.ts'
import { text } from './text.ts'

const maxCopied = 20_000

interface SelectedLines {
  anchor: number
  head: number
}

export type LineSelection = ReturnType<typeof useLineSelection>

/** A selection of whole lines by number, which can be copied beyond the view. */
export function useLineSelection(source: { taskId: string; instance: string | undefined }, total: number) {
  const t = useText(text)
  const [selected, setChosen] = useState<SelectedLines | null>(null)
  const from = selected === null ? 0 : Math.min(selected.anchor, selected.head)
  const count = selected === null ? 0 : Math.abs(selected.anchor - selected.head) + 1

  async function copy(): Promise<void> {
    if (count > maxCopied) return notify.error(t('tooManyLines', { count: maxCopied }))
    const read: string[] = []
    const params = { taskId: source.taskId }
    while (read.length < count) {
      const query = {
        instance: source.instance,
        from: from + read.length,
        count: Math.min(maxLogLines, count - read.length),
        longest: maxLineBytes,
      }
      const { lines } = await call(taskLogEndpoints.logLines, { params, query })
      if (lines.length === 0) break
      for (const line of lines) {
        const lineText = textOf(styledRuns(line.text))
        read.push(line.cut ? `${lineText} ${t('copyCut', { size: formatSize(line.size) })}` : lineText)
      }
    }
    if (await toClipboard(`${read.join('\n')}\n`)) notify.success(t('copied', { count: read.length }))
    else notify.error(t('copyFailed'))
  }
  const copyChosen = () => void copy().catch(() => notify.error(t('copyFailed')))
  const extend = (by: number, start: number): number => {
    const { anchor, head } = selected ?? { anchor: start, head: start - by }
    const next = Math.min(total - 1, Math.max(0, head + by))
    setChosen({ anchor, head: next })
    return next
  }

  return {
    count,
    has: (line: number) => count > 0 && line >= from && line < from + count,
    select(line: number, extended: boolean): void {
      setChosen(extended && selected !== null ? { ...selected, head: line } : { anchor: line, head: line })
    },
    clear: () => setChosen(null),
    copy: copyChosen,
    /** Selects by keys, starting at `start` without a selection. Returns the line to scroll to. */
    onKeyDown(event: KeyboardEvent, start: number): number | null {
      if (event.key === 'Escape' && count > 0) setChosen(null)
      if (!event.shiftKey || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || total === 0) return null
      event.preventDefault()
      return extend(event.key === 'ArrowDown' ? 1 : -1, start)
    },
    onCopy(event: ClipboardEvent): void {
      if (count === 0 || document.getSelection()?.isCollapsed === false) return
      event.preventDefault()
      copyChosen()
    },
  }
}
