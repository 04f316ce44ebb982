import { type Rollout, rolloutEndpoints, type RolloutStatus } from '@vermilion/contract/rollouts'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import type { RowAction } from '#ui/menu/row-menu.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { text } from './text.ts'

const actions = [
  {
    key: 'start',
    from: ['draft'],
    done: 'started',
    run: (rolloutId: string) => call(rolloutEndpoints.startRollout, { params: { rolloutId } }),
  },
  {
    key: 'pause',
    from: ['running'],
    done: 'pauseDone',
    run: (rolloutId: string) => call(rolloutEndpoints.pauseRollout, { params: { rolloutId } }),
  },
  {
    key: 'resume',
    from: ['paused'],
    done: 'resumed',
    run: (rolloutId: string) => call(rolloutEndpoints.resumeRollout, { params: { rolloutId } }),
  },
  {
    key: 'retry',
    from: ['running', 'paused', 'failed', 'rolled-back'],
    done: 'retried',
    run: (rolloutId: string) => call(rolloutEndpoints.retryRollout, { params: { rolloutId } }),
  },
  {
    key: 'rollBack',
    from: ['running', 'paused', 'success', 'failed', 'aborted'],
    done: 'rollingBack',
    danger: true,
    run: (rolloutId: string) => call(rolloutEndpoints.rollBackRollout, { params: { rolloutId }, body: {} }),
  },
  {
    key: 'abort',
    from: ['running', 'paused'],
    done: 'abortDone',
    danger: true,
    run: (rolloutId: string) => call(rolloutEndpoints.abortRollout, { params: { rolloutId } }),
  },
  {
    key: 'delete',
    from: ['draft', 'success', 'failed', 'aborted', 'rolled-back'],
    done: 'deleted',
    danger: true,
    run: (rolloutId: string) => call(rolloutEndpoints.deleteRollout, { params: { rolloutId } }),
  },
] as const satisfies readonly {
  key: string
  from: readonly RolloutStatus[]
  done: keyof typeof text.en
  danger?: boolean
  run: (rolloutId: string) => Promise<unknown>
}[]
export type ActionKey = (typeof actions)[number]['key']
export type RolloutAction = RowAction & { key: ActionKey }

function countOf(key: ActionKey, { devices, failures, counts }: Rollout): number {
  if (key === 'retry') return failures
  return key === 'rollBack' ? (counts.success ?? 0) : devices
}

export function useRolloutActions(onDeleted?: () => void): (rollout: Rollout) => RolloutAction[] {
  const t = useText(text)
  return (rollout) =>
    actions
      .filter(({ key, from }) => {
        if (!(from as readonly RolloutStatus[]).includes(rollout.status)) return false
        return key === 'retry' || key === 'rollBack' ? countOf(key, rollout) > 0 : true
      })
      .map(({ key, done, run, ...action }) => ({
        key,
        text: t(key),
        danger: 'danger' in action,
        run: () =>
          confirm({
            title: t(`${key}Title`, { name: rollout.name }),
            body: t(`${key}Body`, { count: countOf(key, rollout) }),
            action: t(key),
            danger: 'danger' in action,
            failure: t('actionFailed'),
            run: async () => {
              await run(rollout.id)
              notify.success(t(done))
              if (key === 'delete') onDeleted?.()
              void refresh('/rollouts', '/artifacts')
            },
          }),
      }))
}
