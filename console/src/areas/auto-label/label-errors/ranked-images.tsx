import { autoLabelEndpoints } from '@vermilion/contract/auto-label'
import type { LabelErrorRanking, RankedImage } from '@vermilion/contract/auto-label/label-errors'
import type { Dataset } from '@vermilion/contract/datasets'
import { labelErrorKindsOf, type LabelErrorKind } from '@vermilion/contract/evaluation/label-errors/finding'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import Segmented from 'antd/es/segmented'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { PartialStrip, QueryState, State } from '#ui/feedback/states.tsx'
import { FilterRow } from '#ui/page/page.tsx'
import styles from './label-errors.module.css'
import { RankedCard } from './ranked-card.tsx'
import { text } from './text.ts'

const atOnce = 48
const maxListed = 480

interface RankedImagesProps {
  dataset: Dataset
  ranking: LabelErrorRanking
}

export function RankedImages({ dataset, ranking }: RankedImagesProps) {
  const t = useText(text)
  const { kind, all = false } = useSearch({ from: '/shell/data-set/list/file/$id/label-errors' })
  const navigate = useNavigate({ from: '/data-set/list/file/$id/label-errors' })
  const [limit, setLimit] = useState(atOnce)
  const params = { rankingId: ranking.id }
  const images = useQuery(
    readList(autoLabelEndpoints.listRankedImages, { params, query: { kind, open: all ? 'false' : 'true', limit } }),
  )
  const items = images.data?.items
  const isJudged = ranking.done > 0
  const openOne = ({ item }: RankedImage) =>
    void navigate({
      to: '/data-set/list/file/$id/annotate/$itemId',
      params: { id: dataset.id, itemId: item.id },
      search: { errors: ranking.id, ...(kind === undefined ? {} : { errorKind: kind }) },
    })
  const first = items?.find(({ findings, isEdited }) => !isEdited && findings.some(({ isDismissed }) => !isDismissed))
  const kinds: readonly ('all' | LabelErrorKind)[] = ['all', ...labelErrorKindsOf[dataset.labelType]]
  return (
    <>
      <FilterRow>
        <Segmented<'all' | LabelErrorKind>
          aria-label={t('kinds')}
          value={kind ?? 'all'}
          options={kinds.map((value) => {
            return { value, label: t('counted', { name: t(value), count: ranking.open[value] }) }
          })}
          onChange={(value) =>
            void navigate({
              search: (now) => ({ ...now, kind: value === 'all' ? undefined : value }),
              replace: true,
            })
          }
        />
        <Segmented<'open' | 'alsoDone'>
          aria-label={t('which')}
          value={all ? 'alsoDone' : 'open'}
          options={(['open', 'alsoDone'] as const).map((value) => ({ value, label: t(value) }))}
          onChange={(value) =>
            void navigate({
              search: (now) => ({ ...now, all: value === 'alsoDone' ? true : undefined }),
              replace: true,
            })
          }
        />
        <span className="push-right">
          <Button type="primary" disabled={first === undefined} onClick={() => first !== undefined && openOne(first)}>
            {t('review')}
          </Button>
        </span>
      </FilterRow>
      {items === undefined && <QueryState query={images} height={320} />}
      {items !== undefined && images.error !== null && (
        <PartialStrip problem={images.error} onRetry={() => void images.refetch()} />
      )}
      {items?.length === 0 && (
        <State title={t(isJudged ? 'nothing' : 'notYet')} text={isJudged && !all ? t('nothingWords') : undefined} />
      )}
      <ul className={`${styles['grid']} grid gap-12 bare margin-0 padding-0`} aria-label={t('images')}>
        {items?.map((image) => (
          <RankedCard
            key={image.number}
            rankingId={ranking.id}
            image={image}
            kind={kind}
            labels={dataset.labels}
            onOpen={() => openOne(image)}
          />
        ))}
      </ul>
      {typeof images.data?.nextCursor === 'string' && limit < maxListed && (
        <Button loading={images.isFetching} onClick={() => setLimit(limit + atOnce)}>
          {t('more')}
        </Button>
      )}
    </>
  )
}
