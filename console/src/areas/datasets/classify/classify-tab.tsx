import type { Dataset } from '@vermilion/contract/datasets'
import type { Label } from '@vermilion/contract/labels/dataset-labels'
import { useNavigate, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { type KeyboardEvent, useMemo } from 'react'
import { useText } from '#lib/i18n.ts'
import { usePageShortcuts } from '#ui/keyboard/page-shortcuts.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { ProgressBar } from '#ui/feedback/progress.tsx'
import { Bone, ProblemState, State } from '#ui/feedback/states.tsx'
import { filterOf } from '../images/filter.ts'
import { ClassifyBar, type ClassifyActions } from './classify-bar.tsx'
import { ClassifyGrid, columnsOf } from './classify-grid.tsx'
import styles from './classify.module.css'
import { classifyText } from './text.ts'
import { type ClassifyPage, useClassifyPage } from './use-classify-page.ts'
import { type Picks, usePicks } from './use-picks.ts'

export function ClassifyTab({ dataset }: { dataset: Dataset }) {
  const t = useText(classifyText)
  const search = useSearch({ from: '/shell/data-set/list/file/$id' })
  const navigate = useNavigate({ from: '/data-set/list/file/$id' })
  const filter = filterOf(search)
  const isPart = search.status === 'to-label'
  const page = useClassifyPage(dataset.id, filter, isPart)
  const labels = useMemo(() => dataset.labels.filter(({ leaving }) => !leaving), [dataset.labels])
  const byKey = useMemo(() => keysOfLabels(labels), [labels])
  const picks = usePicks(
    page.items.map((item) => item.id),
    page.first,
  )
  const actions = useClassifyActions(page, picks)
  const onPart = (on: boolean) =>
    void navigate({ search: (now) => ({ ...now, status: on ? 'to-label' : undefined }), replace: true })
  useClassifyShortcuts(byKey)
  const isDone = isPart && page.total === 0
  const emptyTitle = page.total === 0 ? 'none' : 'noneHere'
  if (labels.length === 0) return <State title={t('none')} text={t('noLabels')} />
  if (page.problem !== null) return <ProblemState problem={page.problem} onRetry={page.retry} />
  return (
    <section className="stack grow gap-10 min-height-0" aria-label={t('keys')}>
      <ClassifyBar
        datasetId={dataset.id}
        {...{ labels, byKey, page, picks, actions }}
        isPart={isPart}
        onPart={onPart}
      />
      <LabeledBar dataset={dataset} />
      <p className="faint tabular">
        <span className={styles['withKeys']}>{t('hint')}</span>
        <span className={`${styles['withoutKeys']} hidden`}>{t('hintWithoutKeys')}</span>
      </p>
      {page.loading && <Bone height={420} />}
      {!page.loading && page.items.length === 0 && (
        <State title={t(isDone ? 'allDone' : emptyTitle)} {...(isDone && { text: t('allDoneWords') })}>
          {isPart && <Button onClick={() => onPart(false)}>{t('showAll')}</Button>}
        </State>
      )}
      {page.items.length > 0 && (
        <ClassifyGrid
          key={`${page.offset} ${page.items[0]?.id}`}
          page={page}
          picks={picks}
          labels={labels}
          onKey={(event) => press(event, { byKey, picks, actions })}
          onOpen={(itemId) =>
            void navigate({
              to: '/data-set/list/file/$id/annotate/$itemId',
              params: { id: dataset.id, itemId },
            })
          }
        />
      )}
    </section>
  )
}

function LabeledBar({ dataset: { labeledCount: labeled, fileCount: total } }: { dataset: Dataset }) {
  const t = useText(classifyText)
  return (
    <div className={`${styles['progress']} row gap-12`}>
      <ProgressBar done={labeled} total={Math.max(1, total)} label={t('labeledOf', { labeled, total })} />
      <span className="faint tabular nowrap" aria-hidden>
        {t('labeledOf', { labeled, total })}
      </span>
    </div>
  )
}

function useClassifyActions(page: ClassifyPage, picks: Picks): ClassifyActions {
  const t = useText(classifyText)
  const report = (problem: unknown) => notify.error(problemWords(problem))
  return {
    give({ id }) {
      const { meant, picked, current } = picks
      if (meant.length === 0) return
      page.give(meant, id).catch(report)
      picks.none()
      // The focus moves on, so that images can be classified one after the other.
      if (picked.length === 0) picks.goTo(current + 1)
    },
    undo: () => void page.undo().then((done) => notify.info(t(done ? 'undone' : 'nothingToUndo')), report),
    go(by) {
      if (by > 0 && !page.hasNext) return
      picks.none()
      picks.begin()
      page.go(by)
    },
  }
}

interface PressNeeds {
  byKey: ReadonlyMap<string, Label>
  picks: Picks
  actions: ClassifyActions
}

function press(event: KeyboardEvent, { byKey, picks, actions }: PressNeeds): void {
  const combination = combinationOf(event)
  const columns = columnsOf(event.currentTarget)
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }
  const step = steps[combination.replace('Shift+', '')]
  const label = byKey.get(combination)
  const commands: Record<string, () => void> = {
    Space: () => picks.toggle(picks.current),
    'Ctrl+a': picks.all,
    Escape: picks.none,
    'Ctrl+z': actions.undo,
    Enter: () => actions.go(1),
    PageDown: () => actions.go(1),
    PageUp: () => actions.go(-1),
  }
  const run =
    label !== undefined
      ? () => actions.give(label)
      : step !== undefined
        ? () => (event.shiftKey ? picks.extend : picks.goTo)(picks.current + step)
        : commands[combination]
  if (run === undefined) return
  event.preventDefault()
  run()
}

function useClassifyShortcuts(byKey: ReadonlyMap<string, Label>): void {
  const t = useText(classifyText)
  usePageShortcuts([
    {
      title: t('keys'),
      rows: [
        ...[...byKey].map(([key, { id, name }]) => ({ id, keys: [key], text: name })),
        { id: 'move', keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'], text: t('keyMove') },
        { id: 'pick', keys: ['Space'], text: t('keySelect') },
        { id: 'extend', keys: ['Shift+ArrowRight', 'Shift+ArrowDown'], text: t('keyRange') },
        { id: 'all', keys: ['Ctrl+a'], text: t('selectAll') },
        { id: 'none', keys: ['Escape'], text: t('clear') },
        { id: 'undo', keys: ['Ctrl+z'], text: t('undo') },
        { id: 'next', keys: ['Enter', 'PageDown'], text: t('next') },
        { id: 'previous', keys: ['PageUp'], text: t('previous') },
      ],
    },
  ])
}

/** Label keys as in the studio: the label's own, else a digit for the first ten. */
function keysOfLabels(labels: readonly Label[]): ReadonlyMap<string, Label> {
  const own = new Set(labels.flatMap(({ shortcut }) => shortcut ?? []))
  return new Map(
    labels.flatMap((label, position) => {
      const digit = position < 10 ? String((position + 1) % 10) : null
      const key = label.shortcut ?? (digit !== null && own.has(digit) ? null : digit)
      return key === null ? [] : [[key, label] as const]
    }),
  )
}

/** The combination of a key press: `Ctrl+z`, `1`. */
function combinationOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): string {
  const parts = [...(ctrlKey || metaKey ? ['Ctrl'] : []), ...(altKey ? ['Alt'] : [])]
  const named = key === ' ' ? 'Space' : key.length === 1 ? key.toLowerCase() : key
  return [...parts, ...(shiftKey && named.length > 1 ? ['Shift'] : []), named].join('+')
}
