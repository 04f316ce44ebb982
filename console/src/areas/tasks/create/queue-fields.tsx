import { type Pool, poolEndpoints } from '@vermilion/contract/tasks/pools'
import type { TrainingImage } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import Select from 'antd/es/select'
import { useEffect } from 'react'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { PartialStrip } from '#ui/feedback/states.tsx'
import { required } from '#ui/form/rules.ts'
import { EnvironmentNote } from '../environments/environment-note.tsx'
import { PoolFree } from '../pools/pool-free.tsx'
import { PriorityField } from '../queue/priority-field.tsx'
import styles from './create.module.css'
import { text } from './text.ts'
import { ExpectedStart } from '../queue/expected-start.tsx'

export function QueueFields({ images }: { images: readonly TrainingImage[] }) {
  return (
    <>
      <PoolField images={images} />
      <PriorityField />
    </>
  )
}

export function PoolField({ images }: { images: readonly TrainingImage[] }) {
  const t = useText(text)
  const pools = useQuery(read(poolEndpoints.listPools, {}))
  const poolName = Form.useWatch<string | undefined>('pool')
  const pool = pools.data?.find(({ id }) => id === poolName)
  const imageName = Form.useWatch<string | undefined>('image')
  const image = images.find(({ name }) => name === imageName)
  const runs = ({ executor }: Pool) => image === undefined || image.executors.includes(executor)
  const form = Form.useFormInstance()
  const better = pool === undefined || runs(pool) ? undefined : pools.data?.find(runs)
  useEffect(() => {
    if (better !== undefined) form.setFieldValue('pool', better.id)
  }, [form, better])
  return (
    <>
      {pools.error !== null && <PartialStrip problem={pools.error} onRetry={() => void pools.refetch()} />}
      <Form.Item
        name="pool"
        label={t('pool')}
        hidden={pool !== undefined && pools.data?.length === 1 && runs(pool)}
        rules={[required(t('poolMissing'))]}
      >
        <Select
          loading={pools.isPending}
          placeholder={t('poolMissing')}
          labelRender={({ label, value }) => label ?? value}
          options={
            pools.data?.map((each) => ({
              value: each.id,
              disabled: !runs(each),
              label: runs(each) ? each.name : t('poolOther', { pool: each.name }),
            })) ?? []
          }
        />
      </Form.Item>
      {pool !== undefined && (
        <div className={`${styles['note']} faint`}>
          {pools.data?.some(runs) === false ? (
            t('noPool')
          ) : (
            <>
              {imageName !== undefined && runs(pool) && pool.status === 'ready' && (
                <ExpectedStart pool={pool.id} image={imageName} />
              )}
              <PoolFree pool={pool} />
              {imageName !== undefined && runs(pool) && <EnvironmentNote pool={pool} image={imageName} />}
            </>
          )}
        </div>
      )}
    </>
  )
}
