import { type Task, taskEndpoints } from '@vermilion/contract/tasks'
import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import { useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import Select from 'antd/es/select'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { notify } from '#ui/feedback/notify.tsx'
import { PartialStrip } from '#ui/feedback/states.tsx'
import { required } from '#ui/form/rules.ts'
import { PoolFree } from '../pools/pool-free.tsx'
import { PriorityField } from './priority-field.tsx'
import { detailText } from '../detail/text.ts'
import { text } from '../text.ts'

interface QueueDrawerProps {
  task: Task
  onClose: () => void
}

export function QueueDrawer({ task, onClose }: QueueDrawerProps) {
  const details = useText(detailText)
  return (
    <FormDrawer<Pick<Task, 'pool' | 'priority'>, Task>
      open
      draft={`queue-${task.id}`}
      title={details('editQueueOf', { name: task.name })}
      action={details('save')}
      failure={details('editFailed')}
      initial={{ pool: task.pool, priority: task.priority }}
      fieldOf={{ 'pool.not-found': 'pool', 'pool.too-small': 'pool', 'image.other-pool': 'pool' }}
      submit={(body) => call(taskEndpoints.updateTask, { params: { taskId: task.id }, body })}
      onClose={onClose}
      onDone={() => {
        notify.success(details('updated'))
        void refresh('/tasks', '/pools')
        onClose()
      }}
    >
      <PoolField />
      <PriorityField />
    </FormDrawer>
  )
}

function PoolField() {
  const t = useText(text)
  const pools = useQuery(read(poolEndpoints.listPools, {}))
  const poolName = Form.useWatch<string | undefined>('pool')
  const pool = pools.data?.find(({ id }) => id === poolName)
  return (
    <>
      {pools.error !== null && <PartialStrip problem={pools.error} onRetry={() => void pools.refetch()} />}
      <Form.Item
        name="pool"
        label={t('pool')}
        extra={pool !== undefined && <PoolFree pool={pool} />}
        rules={[required(t('poolMissing'))]}
      >
        <Select
          loading={pools.isPending}
          labelRender={({ label, value }) => label ?? value}
          options={pools.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        />
      </Form.Item>
    </>
  )
}
