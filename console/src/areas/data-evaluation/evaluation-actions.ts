import { type DataEvaluation, dataEvaluationEndpoints } from '@vermilion/contract/data-evaluations'
import { call } from '#lib/api.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import type { RowAction } from '#ui/menu/row-menu.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { attempt } from '#ui/feedback/use-action.ts'
import { hasEnded } from './evaluation-state.tsx'
import { text } from './text.ts'

type Words = Translate<typeof text.en>

/** Queries that go stale when an evaluation begins, ends or is deleted. */
export const touched = ['/data-evaluations', '/spaces', '/files']

export function askToStop({ id, name }: DataEvaluation, t: Words): void {
  confirm({
    title: t('stopTitle', { name }),
    body: t('stopBody'),
    action: t('stop'),
    danger: true,
    failure: t('stopFailed'),
    run: () => call(dataEvaluationEndpoints.stopDataEvaluation, { params: { evaluationId: id } }),
    done: t('stopped_success'),
    stale: touched,
  })
}

function askToDelete({ id, name }: DataEvaluation, t: Words, onDeleted?: () => void): void {
  confirm({
    title: t('deleteTitle', { name }),
    body: t('deleteBody'),
    action: t('delete'),
    danger: true,
    failure: t('deleteFailed'),
    run: async () => {
      await call(dataEvaluationEndpoints.deleteDataEvaluation, { params: { evaluationId: id } })
      onDeleted?.()
    },
    done: t('deleted_success'),
    stale: touched,
  })
}

function retry({ id }: DataEvaluation, t: Words): Promise<void> {
  return attempt(async () => {
    await call(dataEvaluationEndpoints.retryDataEvaluation, { params: { evaluationId: id } })
    notify.success(t('retried'))
    void refresh(...touched)
  }, t('retryFailed'))
}

export function useEvaluationActions(onDeleted?: () => void): (evaluation: DataEvaluation) => RowAction[] {
  const t = useText(text)
  return (evaluation) => {
    const isOver = hasEnded(evaluation)
    const isWhole = evaluation.status === 'success' && evaluation.failed === 0
    return [
      ...(isOver ? [] : [{ key: 'stop', text: t('stop'), danger: true, run: () => askToStop(evaluation, t) } as const]),
      { key: 'retry', text: t('retry'), disabled: !isOver || isWhole, run: () => void retry(evaluation, t) },
      {
        key: 'delete',
        text: t('delete'),
        danger: true,
        disabled: !isOver,
        run: () => askToDelete(evaluation, t, onDeleted),
      },
    ]
  }
}
