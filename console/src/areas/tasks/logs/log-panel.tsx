import { mostOfLine, taskLogEndpoints } from '@vermilion/contract/tasks/logs'
import type { Task } from '@vermilion/contract/tasks'
import Button from 'antd/es/button'
import Switch from 'antd/es/switch'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { ApiError, call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { NumberInput } from '#ui/form/number-input.tsx'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { PartialStrip, ProblemState } from '#ui/feedback/states.tsx'
import ansi from '../ansi-colours.module.css'
import { LogActions } from './log-actions.tsx'
import { LogSearch } from './log-search.tsx'
import { LogView, type LogViewHandle } from './log-view.tsx'
import styles from './log.module.css'
import { patternOf } from './shown-line.ts'
import { text } from './text.ts'
import { useLineSelection } from './use-line-selection.ts'
import { useLogKeys } from './use-log-keys.ts'
import { useLogSearch } from './use-log-search.ts'
import { useLog } from './use-log.ts'

interface LogPanelProps {
  task: Task
  instance: string | undefined
  /** What chooses the log. */
  children: ReactNode
}

/** One log: its lines, and what can be done with them. */
// oxlint-disable-next-line max-lines-per-function -- one view, whose parts share what it reads and what was done in it
export function LogPanel({ task, instance, children }: LogPanelProps) {
  const t = useText(text)
  const [follow, setFollow] = useState(true)
  const [wrap, setWrap] = useState(false)
  const [query, setQuery] = useState('')
  const [matchCase, setMatchCase] = useState(false)
  const [current, setCurrent] = useState<number | null>(null)
  const [requestedLine, setWanted] = useState<number | null>(null)
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
  const showMore = useCallback(
    async (number: number) => {
      const request = { instance, from: number, count: 1, longest: mostOfLine }
      try {
        const [line] = (await call(taskLogEndpoints.logLines, { params: { taskId }, query: request })).lines
        if (line !== undefined) lines.replace(number, line)
      } catch (problem) {
        notify.error(problemWords(problem))
      }
    },
    [taskId, instance, lines],
  )
  const onMore = useCallback((number: number) => void showMore(number), [showMore])
  // A task that waits has no log yet, which is no failure.
  const missing = state.problem instanceof ApiError && state.problem.error === 'task.log-missing'
  const failed = state.problem !== null && !missing
  const counted = state.size === 0 ? 100 : Math.floor((state.indexed / state.size) * 100)
  return (
    <>
      <div className={styles['bar']}>
        {children}
        <LogSearch
          field={field}
          query={query}
          onQuery={setQuery}
          matchCase={matchCase}
          onMatchCase={setMatchCase}
          search={search}
        />
        <form
          ref={lineField}
          className={styles['goTo']}
          onSubmit={(event) => {
            event.preventDefault()
            if (requestedLine !== null && state.total > 0)
              goTo(Math.min(state.total, Math.max(1, Math.round(requestedLine))) - 1)
            view.current?.focus()
          }}
        >
          <NumberInput
            aria-label={t('goToLine')}
            placeholder={t('goToLine')}
            min={1}
            value={requestedLine}
            onChange={setWanted}
          />
        </form>
        <label>
          <Switch size="small" checked={follow} onChange={setFollow} />
          {t('follow')}
        </label>
        <label>
          <Switch size="small" checked={wrap} onChange={setWrap} />
          {t('wrap')}
        </label>
        <span className={styles['end']}>
          {selection.count > 0 && (
            <Button size="small" type="primary" onClick={selection.copy}>
              {t('copyLines', { count: selection.count })}
            </Button>
          )}
          <span className={styles['count']}>
            {counted < 100 ? t('counting', { percent: counted }) : t('lines', { count: state.total })}
          </span>
          <LogActions task={task} instance={instance} path={state.path} />
        </span>
      </div>
      {failed && state.path !== null && <PartialStrip problem={state.problem} onRetry={again} />}
      {failed && state.path === null ? (
        <ProblemState problem={state.problem} onRetry={again} />
      ) : state.total === 0 ? (
        <p className={`${styles['empty']} ${ansi['colours']}`}>{t('empty')}</p>
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
