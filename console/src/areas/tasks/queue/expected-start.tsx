import { estimateEndpoints } from '@vermilion/contract/tasks/estimates'
import { useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { Ago } from '#ui/moment.tsx'
import type { TypedTask } from '../create/form-values.ts'
import { expectedStartText } from './expected-start-text.ts'

export function ExpectedStart({ pool, image }: { pool: string; image: string }) {
  const t = useText(expectedStartText)
  const priority = Form.useWatch<number | null | undefined>('priority') ?? undefined
  const resources = Form.useWatch<TypedTask['resources'] | undefined>('resources')
  const instances = Form.useWatch<TypedTask['instances'] | undefined>('instances')
  const { data, isError } = useQuery({
    ...readList(estimateEndpoints.expectStart, { body: { image, pool, priority, resources, instances } }),
    retry: false,
  })
  if (data === undefined || isError) return null
  const { isNow, before, expectedStartAt } = data
  if (isNow) return <strong className="block text-ink weight-500">{t('now')}</strong>
  return (
    <strong className="block text-ink weight-500">
      {before === 0 ? t('waits') : t('waitsBehind', { count: before })}
      {expectedStartAt !== null && (
        <>
          {' · '}
          {t('expected')} <Ago time={expectedStartAt} />
        </>
      )}
    </strong>
  )
}
