import { type Sweep, sweepEndpoints } from '@vermilion/contract/tasks/sweeps/sweeps'
import { useNavigate } from '@tanstack/react-router'
import Form from 'antd/es/form'
import { call } from '#lib/api.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { NumberInput } from '#ui/form/number-input.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { TimeField } from '../../create/time-field.tsx'
import { text } from '../text.ts'

const stale = ['/sweeps', '/tasks']

export function askToStopSweep({ id, name, trials }: Sweep, t: Translate<typeof text.en>): void {
  confirm({
    title: t('stopTitle', { name }),
    body: t('stopBody', { count: trials.filter(({ endedAt }) => endedAt === null).length }),
    action: t('stop'),
    danger: true,
    run: () => call(sweepEndpoints.stopSweep, { params: { sweepId: id } }),
    done: t('stopDone'),
    stale,
  })
}

/** Returns the menu of a sweep's page; it is continued and deleted only after its trials are over. */
export function useSweepActions({ id, name, trials, state }: Sweep) {
  const t = useText(text)
  const navigate = useNavigate()
  const asTasks = {
    key: 'tasks',
    text: t('asTasks'),
    run: () => void navigate({ to: '/compute/tasks', search: { sweep: id } }),
  }
  const isOver = state !== 'running' && trials.every(({ endedAt }) => endedAt !== null)
  if (!isOver) return [asTasks]
  const remove = () =>
    confirm({
      title: t('deleteTitle', { name }),
      body: t('deleteBody', { count: trials.length }),
      action: t('delete'),
      danger: true,
      run: async () => {
        await call(sweepEndpoints.deleteSweep, { params: { sweepId: id } })
        await navigate({ to: '/compute/sweeps' })
      },
      done: t('deleteDone'),
      stale,
    })
  return [asTasks, { key: 'delete', text: t('delete'), danger: true, run: remove }]
}

interface Continuation {
  count: number
  timeBudgetSeconds: number | null
}

/** More trials or more time for a sweep that has ended. */
export function ContinueSweep({ sweep, onClose }: { sweep: Sweep; onClose: () => void }) {
  const t = useText(text)
  const { id, name, method, count, timeBudgetSeconds, end } = sweep
  return (
    <FormDrawer<Continuation, Sweep>
      open
      title={t('continueTitle', { name })}
      action={t('continue')}
      failure={t('continueFailed')}
      initial={{ count: end === 'count' && method !== 'grid' ? count * 2 : count, timeBudgetSeconds }}
      submit={(body) => call(sweepEndpoints.continueSweep, { params: { sweepId: id }, body })}
      fieldOf={{ 'sweep.nothing-left': 'count' }}
      onClose={onClose}
      onDone={() => {
        notify.success(t('continueDone'))
        void refresh(...stale)
        onClose()
      }}
    >
      {method !== 'grid' && (
        <Form.Item
          name="count"
          label={t('count')}
          rules={[{ required: true, type: 'integer', min: 1, max: 500, message: t('countRule') }]}
        >
          <NumberInput integer />
        </Form.Item>
      )}
      <Form.Item name="timeBudgetSeconds" label={t('timeBudget')}>
        <TimeField />
      </Form.Item>
    </FormDrawer>
  )
}
