import { type AutoLabelRun, autoLabelEndpoints } from '@vermilion/contract/auto-label'
import { call } from '#lib/api.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
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
    run: async () => {
      await call(autoLabelEndpoints.stopAutoLabel, { params: { runId: id } })
      notify.success(t('stopped_success'))
      void refresh(...touched)
    },
  })
}

function askToUndo({ id, labeller: { name } }: AutoLabelRun, t: Words): void {
  confirm({
    title: t('undoTitle', { name }),
    body: t('undoBody'),
    action: t('undo'),
    danger: true,
    failure: t('undoFailed'),
    run: async () => {
      await call(autoLabelEndpoints.undoAutoLabel, { params: { runId: id } })
      notify.success(t('undo_started'))
      void refresh(...touched)
    },
  })
}

export function useRunActions(): (run: AutoLabelRun) => RowAction[] {
  const t = useText(text)
  return (run) =>
    hasEnded(run)
      ? [
          {
            key: 'undo',
            words: t('undo'),
            danger: true,
            disabled: run.undoneAt !== null || run.undoing || run.shapes === 0,
            run: () => askToUndo(run, t),
          },
        ]
      : [{ key: 'stop', words: t('stop'), danger: true, run: () => askToStop(run, t) }]
}
