import type { Dataset } from '@vermilion/contract/datasets'
import {
  type DuplicateGroup,
  minDuplicateSimilarity,
  likenessEndpoints,
  usualDuplicate,
} from '@vermilion/contract/image-search/likeness'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import Slider from 'antd/es/slider'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { PartialStrip, QueryState, State } from '#ui/feedback/states.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import styles from './likeness.module.css'
import { text } from './text.ts'
import { Thumbnail } from './thumbnail.tsx'
import { useOpenImages } from './use-open-images.ts'

const groupsAtOnce = 20
/** The slider's step, in percent. */
const step = 0.5

export function DuplicatesView({ dataset }: { dataset: Dataset }) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const params = { datasetId: dataset.id }
  const [visible, setVisible] = useState(usualDuplicate * 100)
  const [percent, setPercent] = useState(visible)
  const [limit, setLimit] = useState(groupsAtOnce)
  const threshold = percent / 100
  const query = useQuery(readList(likenessEndpoints.listDuplicates, { params, query: { threshold, limit } }))
  const { openSet, isOpening } = useOpenImages(dataset.id)
  const duplicates = query.data
  const keepOne = () =>
    confirm({
      title: t('keepOneTitle', { count: duplicates?.others ?? 0 }),
      body: t('keepOneWords'),
      action: t('keepOne'),
      run: () => openSet(() => call(likenessEndpoints.selectDuplicates, { params, body: { threshold } })),
    })
  return (
    <>
      <div className="wrapping-row gap-8-14 min-height-36">
        <span className={`${styles['threshold']} inline-row gap-12`}>
          <span aria-hidden>{t('threshold')}</span>
          <Slider
            min={minDuplicateSimilarity * 100}
            max={100}
            step={step}
            value={visible}
            ariaLabelForHandle={t('threshold')}
            tooltip={{ formatter: (value) => t('percent', { value: `${value}` }) }}
            onChange={setVisible}
            onChangeComplete={(value) => {
              setPercent(value)
              setLimit(groupsAtOnce)
            }}
          />
          <b className="weight-500 tabular" style={{ minWidth: 50 }}>
            {t('percent', { value: `${visible}` })}
          </b>
        </span>
        <span aria-live="polite">
          {duplicates !== undefined &&
            duplicates.total > 0 &&
            t('found', {
              count: duplicates.others,
              exact: formatNumber(duplicates.exact, language),
              groups: formatNumber(duplicates.total, language),
            })}
        </span>
        {duplicates !== undefined && duplicates.others > 0 && (
          <Button type="primary" loading={isOpening} onClick={keepOne}>
            {t('keepOne')}
          </Button>
        )}
      </div>
      {duplicates === undefined && <QueryState query={query} height={320} failure={t('failed')} />}
      {duplicates !== undefined && query.error !== null && (
        <PartialStrip problem={query.error} onRetry={() => void query.refetch()} />
      )}
      {duplicates?.total === 0 && <State title={t('noDuplicates')} text={t('noDuplicatesWords')} />}
      <ul className={`${styles['duplicates']} stack gap-12`} aria-label={t('duplicates')}>
        {duplicates?.items.map((group) => (
          <GroupRow key={group.kept.id} group={group} />
        ))}
      </ul>
      {duplicates !== undefined && duplicates.items.length < duplicates.total && limit < 100 && (
        <Button loading={query.isFetching} onClick={() => setLimit(Math.min(100, limit + groupsAtOnce))}>
          {t('older')}
        </Button>
      )}
    </>
  )
}

function GroupRow({ group: { kept, others, otherCount } }: { group: DuplicateGroup }) {
  const t = useText(text)
  return (
    <li className="wrapping-row gap-10 border radius-8 ground-panel">
      <figure style={{ width: 128 }} data-kept>
        <Thumbnail item={kept} />
        <figcaption className="text-secondary font-12">{t('kept')}</figcaption>
      </figure>
      {others.map(({ item, likeness, isExact }) => (
        <figure style={{ width: 128 }} key={item.id}>
          <Thumbnail item={item} />
          <figcaption className="text-secondary font-12">
            {isExact ? t('exact') : t('likeness', { value: t('percent', { value: (likeness * 100).toFixed(1) }) })}
          </figcaption>
        </figure>
      ))}
      {otherCount > others.length && <small>{t('more', { count: otherCount - others.length })}</small>}
    </li>
  )
}
