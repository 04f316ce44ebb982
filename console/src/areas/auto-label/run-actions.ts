import { type AutoLabelRun, autoLabelEndpoints } from '@vermilion/contract/auto-label'
import { call } from '#lib/api.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import type { RowAction } from '#ui/menu/row-menu.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { hasEnded } from './run-state.tsx'
import { text } from './text.ts'

type Words = Translate<typeof text.en>

/** Queries that go stale when a run begins, ends or is reverted. */
export const touched = ['/auto-labels', '/datasets', '/items']

function askToStop({ id, labeller: { name } }: AutoLabelRun, t: Words): void {
  confirm({
    title: t('stopTitle', { name }),
    body: t('stopBody'),
    action: t('stop'),
    danger: true,
    failure: t('stopFailed'),
    run: () => call(autoLabelEndpoints.stopAutoLabel, { params: { runId: id } }),
    done: t('stopped_success'),
    stale: touched,
  })
}

function askToUndo({ id, labeller: { name } }: AutoLabelRun, t: Words): void {
  confirm({
    title: t('undoTitle', { name }),
    body: t('undoBody'),
    action: t('undo'),
    danger: true,
    failure: t('undoFailed'),
    run: () => call(autoLabelEndpoints.undoAutoLabel, { params: { runId: id } }),
    done: t('undo_started'),
    stale: touched,
  })
}

export function useRunActions(): (run: AutoLabelRun) => RowAction[] {
  const t = useText(text)
  return (run) =>
    hasEnded(run)
      ? [
          {
            key: 'undo',
            text: t('undo'),
            danger: true,
            disabled: run.undoneAt !== null || run.undoing || run.shapes === 0,
            run: () => askToUndo(run, t),
          },
        ]
      : [{ key: 'stop', text: t('stop'), danger: true, run: () => askToStop(run, t) }]
}
