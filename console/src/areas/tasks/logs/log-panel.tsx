import type { Task } from '@vermilion/contract/tasks'
import Switch from 'antd/es/switch'
import { type ReactNode, useMemo, useRef, useState, useCallback, type Ref } from 'react'
import { ApiError, call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { useMedia } from '#lib/media.ts'
import { PartialStrip, ProblemState } from '#ui/feedback/states.tsx'
import ansi from '#ui/terminal/ansi-colours.module.css'
import { NumberInput } from '#ui/form/number-input.tsx'
import { LogSearch } from './log-search.tsx'
import { LogSummary } from './log-summary.tsx'
import { LogView, type LogViewHandle } from './log-view.tsx'
import styles from './log.module.css'
import { patternOf } from './styled-runs.ts'
import { text } from './text.ts'
import { maxLineBytes, taskLogEndpoints } from '@vermilion/contract/tasks/logs'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import type { LogLines } from './log-lines.ts'
import { useLineSelection } from './use-line-selection.ts'
import { usePageActions } from '#ui/page/page-actions.ts'
import { usePageShortcuts } from '#ui/keyboard/page-shortcuts.ts'
import { useLogSearch } from './use-log-search.ts'
import { useLog } from './use-log.ts'

/** Lines wrap on a phone until the reader chooses. */
function useWrap() {
  const isNarrow = useMedia('(width < 720px)')
  const [wrap, setWrap] = useState<boolean>()
  return [wrap ?? isNarrow, setWrap] as const
}

interface LogPanelProps {
  task: Task
  instance: string | undefined
  children: ReactNode
}

export function LogPanel({ task, instance, children }: LogPanelProps) {
  const t = useText(text)
  const [follow, setFollow] = useState(true)
  const [wrap, setWrap] = useWrap()
  const [query, setQuery] = useState('')
  const [matchCase, setMatchCase] = useState(false)
  const [current, setCurrent] = useState<number | null>(null)
  const view = useRef<LogViewHandle>(null)
  const field = useRef<HTMLElement>(null)
  const lineField = useRef<HTMLFormElement>(null)
  const taskId = task.id
  const { lines, state, again } = useLog({ taskId, instance, growing: task.endedAt === null, follow })
  const selection = useLineSelection({ taskId, instance }, state.total)
  const pattern = useMemo(() => patternOf(query, matchCase), [query, matchCase])

  const goTo = (line: number) => {
    setFollow(false)
    setCurrent(line)
    view.current?.reveal(line)
  }
  const start = () => current ?? view.current?.first() ?? 0
  const search = useLogSearch({ taskId, instance, query, matchCase, size: state.size, start, onMatch: goTo })
  const focusIn = (form: HTMLElement | null) => form?.querySelector('input')?.focus()
  useLogKeys({
    search: () => focusIn(field.current),
    next: () => search.step('next'),
    previous: () => search.step('previous'),
    follow: () => setFollow(!follow),
    wrap: () => setWrap(!wrap),
    goTo: () => focusIn(lineField.current),
  })
  const onMore = useFullLine(lines, { taskId, instance })
  // A waiting task has no log yet, which is no failure.
  const missing = state.problem instanceof ApiError && state.problem.error === 'task.log-missing'
  const failed = state.problem !== null && !missing
  return (
    <>
      <div className={`${styles['bar']} wrapping-row gap-8-14 margin-bottom-10`}>
        {children}
        <LogSearch
          field={field}
          query={query}
          onQuery={setQuery}
          matchCase={matchCase}
          onMatchCase={setMatchCase}
          search={search}
        />
        <GoToLine ref={lineField} total={state.total} onGo={goTo} onDone={() => view.current?.focus()} />
        <label className="row gap-8 cursor-pointer nowrap">
          <Switch size="small" checked={follow} onChange={setFollow} />
          {t('follow')}
        </label>
        <label className="row gap-8 cursor-pointer nowrap">
          <Switch size="small" checked={wrap} onChange={setWrap} />
          {t('wrap')}
        </label>
        <LogSummary {...{ task, instance, state, selection }} />
      </div>
      {failed && state.path !== null && <PartialStrip problem={state.problem} onRetry={again} />}
      {failed && state.path === null ? (
        <ProblemState problem={state.problem} onRetry={again} />
      ) : state.total === 0 ? (
        <p className={`${styles['empty']} ${ansi['colours']} padding-12-14 border text-secondary`}>{t('empty')}</p>
      ) : (
        <LogView
          handle={view}
          label={t('log')}
          lines={lines}
          state={state}
          follow={follow}
          onFollow={setFollow}
          wrap={wrap}
          pattern={pattern}
          current={current}
          selection={selection}
          onMore={onMore}
        />
      )}
    </>
  )
}

function useFullLine(lines: LogLines, { taskId, instance }: { taskId: string; instance: string | undefined }) {
  const showMore = useCallback(
    async (number: number) => {
      const request = { instance, from: number, count: 1, longest: maxLineBytes }
      try {
        const [line] = (await call(taskLogEndpoints.logLines, { params: { taskId }, query: request })).lines
        if (line !== undefined) lines.replace(number, line)
      } catch (problem) {
        notify.error(problemWords(problem))
      }
    },
    [taskId, instance, lines],
  )
  return useCallback((number: number) => void showMore(number), [showMore])
}

interface GoToLineProps {
  ref: Ref<HTMLFormElement>
  total: number
  /** Lines count from 0. */
  onGo: (line: number) => void
  onDone: () => void
}

function GoToLine({ ref, total, onGo, onDone }: GoToLineProps) {
  const t = useText(text)
  const [line, setLine] = useState<number | null>(null)
  return (
    <form
      ref={ref}
      className={styles['goTo']}
      onSubmit={(event) => {
        event.preventDefault()
        if (line !== null && total > 0) onGo(Math.min(total, Math.max(1, Math.round(line))) - 1)
        onDone()
      }}
    >
      <NumberInput aria-label={t('goToLine')} placeholder={t('goToLine')} min={1} value={line} onChange={setLine} />
    </form>
  )
}

interface LogKeys {
  search: () => void
  next: () => void
  previous: () => void
  follow: () => void
  wrap: () => void
  goTo: () => void
}

/** Keys of the log, also listed in the palette and the shortcut sheet. */
function useLogKeys(run: LogKeys): void {
  const t = useText(text)
  usePageActions([
    { key: 'log-search', text: t('keySearch'), run: run.search, shortcut: '/' },
    { key: 'log-next', text: t('next'), run: run.next, shortcut: 'n' },
    { key: 'log-previous', text: t('previous'), run: run.previous, shortcut: 'N' },
    { key: 'log-follow', text: t('keyFollow'), run: run.follow, shortcut: 'f' },
    { key: 'log-wrap', text: t('keyWrap'), run: run.wrap, shortcut: 'w' },
    { key: 'log-go-to', text: t('keyGoTo'), run: run.goTo, shortcut: 'l' },
  ])
  usePageShortcuts([
    {
      title: t('keysTitle'),
      rows: [
        { id: 'scroll', keys: ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown'], text: t('keyScroll') },
        { id: 'ends', keys: ['Home', 'End'], text: t('keyEnds') },
        { id: 'select', keys: ['Shift+ArrowUp', 'Shift+ArrowDown'], text: t('keySelect') },
        { id: 'copy', keys: ['Ctrl+c'], text: t('keyCopy') },
      ],
    },
  ])
}
