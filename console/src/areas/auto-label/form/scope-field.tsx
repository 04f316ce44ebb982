import type { AutoLabelScope } from '@vermilion/contract/auto-label'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { itemStatuses, labeledStatuses } from '@vermilion/contract/datasets/items'
import { useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import Radio from 'antd/es/radio'
import { useEffect } from 'react'
import type { filterOf } from '#areas/datasets'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Status } from '#ui/feedback/status.tsx'
import styles from '../auto-label.module.css'
import { text } from '../text.ts'
import type { Typed } from './typed.ts'

const unlabeledStatuses = itemStatuses.filter((status) => !labeledStatuses.includes(status))

export function useScopeCounts(datasetId: string, filter: ReturnType<typeof filterOf> | null) {
  const params = { datasetId }
  const filtered = useQuery({
    ...read(datasetEndpoints.countItems, { params, query: filter ?? {} }),
    enabled: filter !== null,
  })
  const all = useQuery(read(datasetEndpoints.countItems, { params, query: {} }))
  const unlabelled = useQuery(read(datasetEndpoints.countItems, { params, query: { status: unlabeledStatuses } }))
  return { unlabelled, filter: filtered, all }
}

const scopeTexts = { unlabelled: 'unlabelledOf', filter: 'filter', all: 'allOf' } as const
const reasons = { unlabelled: 'noneUnlabelled', filter: 'noneFiltered', all: 'noneAtAll' } as const

interface ScopeFieldProps {
  counts: ReturnType<typeof useScopeCounts>
  isFiltered: boolean
  onCount: (count: number | undefined) => void
}

export function ScopeField({ counts, isFiltered, onCount }: ScopeFieldProps) {
  const t = useText(text)
  const countOf = (kind: AutoLabelScope['kind']) => counts[kind].data?.items
  const scope = Form.useWatch<Typed['scope'] | undefined>('scope')
  const count = scope === undefined ? undefined : countOf(scope)
  useEffect(() => onCount(count), [count, onCount])
  const kinds = ['unlabelled', ...(isFiltered ? (['filter'] as const) : []), 'all'] as const
  return (
    <Form.Item name="scope" label={t('scope')} extra={<ScopeHint scope={scope} counts={counts} />}>
      <Radio.Group
        vertical
        className={styles['scope'] ?? ''}
        options={kinds.map((kind) => ({
          value: kind,
          disabled: countOf(kind) === 0,
          label: (
            <>
              {t(scopeTexts[kind], { images: `${countOf(kind) ?? '…'}` })}
              {countOf(kind) === 0 && <span className="note block">{t(reasons[kind])}</span>}
            </>
          ),
        }))}
      />
    </Form.Item>
  )
}

function ScopeHint({ scope, counts }: Pick<ScopeFieldProps, 'counts'> & { scope: Typed['scope'] | undefined }) {
  const t = useText(text)
  const labeled = (counts.all.data?.items ?? 0) - (counts.unlabelled.data?.items ?? 0)
  return (
    <span className="block" style={{ paddingInlineStart: 24 }}>
      {t('scopeHint')}
      {scope !== undefined && scope !== 'unlabelled' && labeled > 0 && (
        <span className={`${styles['reopens']} block text-ink`}>
          <Status tone="warning">
            <span>{scope === 'all' ? t('reopensAll', { count: labeled }) : t('reopens')}</span>
          </Status>
        </span>
      )}
    </span>
  )
}
