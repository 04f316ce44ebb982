import {
  type Compared,
  type ComparedModel,
  comparisonEndpoints,
  type ContrastedImage,
} from '@vermilion/contract/models/comparisons'
import { useInfiniteQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import Select from 'antd/es/select'
import { useMemo } from 'react'
import { useText } from '#lib/i18n.ts'
import { readPages } from '#lib/query.ts'
import { QueryState, State } from '#ui/feedback/states.tsx'
import { Panel } from '#ui/page/page.tsx'
import { type LabelMarks, markLabels } from '../report/label-marks.ts'
import { SideBySide } from '../results/side-by-side.tsx'
import { nameOf } from './compared-figures.tsx'
import styles from './compare.module.css'
import { compareText } from './text.ts'
import type { Selected } from './use-selected.ts'

const pageSize = 12

interface ContrastedImagesProps {
  models: readonly ComparedModel[]
  result: Compared
  query: NonNullable<Selected['query']>
  label: string | undefined
  onLabel: (label: string | undefined) => void
}

export function ContrastedImages({ models, result, query, label, onLabel }: ContrastedImagesProps) {
  const t = useText(compareText)
  const pages = readPages(comparisonEndpoints.contrastedImages, {
    query: { ...query, limit: pageSize, ...(label === undefined ? {} : { label }) },
  })
  const images = useInfiniteQuery(pages)
  const marks = useMemo(() => markLabels(result.classes.map((one) => one.label)), [result.classes])
  const threshold = Math.max(0, ...models.flatMap(({ run }) => run?.confidence ?? []))
  // Placeholder data belongs to another order of models or another class.
  const pagesHere = images.isPlaceholderData ? undefined : images.data?.pages
  const items = pagesHere?.flatMap((page) => page.items)
  return (
    <Panel
      title={t('images')}
      extra={
        <Select
          className={styles['labels'] ?? ''}
          value={label ?? ''}
          aria-label={t('class')}
          onChange={(value) => onLabel(value === '' ? undefined : value)}
          options={[
            { value: '', label: t('allClasses') },
            ...result.classes.map((one) => ({ value: one.label, label: one.label })),
          ]}
        />
      }
    >
      <p className={`${styles['note']} faint`}>
        {t('imagesNote', { count: result.different })} {t('truth')}
      </p>
      {(images.error !== null || items === undefined) && <QueryState query={images} height={200} />}
      {items?.length === 0 && <State title={t(label === undefined ? 'noResult' : 'noImage')} />}
      <ul className="grid gap-8 margin-bottom-12" aria-label={t('images')}>
        {items?.map((image) => (
          <li key={image.number}>
            <Contrast image={image} models={models} marks={marks} threshold={threshold} />
          </li>
        ))}
      </ul>
      {items !== undefined && images.hasNextPage && (
        <Button loading={images.isFetchingNextPage} onClick={() => void images.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </Panel>
  )
}

interface ContrastProps {
  image: ContrastedImage
  models: readonly ComparedModel[]
  marks: LabelMarks
  threshold: number
}

function Contrast({ image, models, marks, threshold }: ContrastProps) {
  const t = useText(compareText)
  const { results, number: _number, difference, ...about } = image
  const sides = results.map(({ predictions, verdict }, at) => ({
    key: models[at]?.modelId ?? `${at}`,
    result: { ...about, itemId: null, milliseconds: 0, predictions },
    caption: (
      <>
        <b className="text-ink weight-500">{models[at] === undefined ? '' : nameOf(models[at])}</b>
        {verdict !== null && <span>{t('verdict', verdict)}</span>}
      </>
    ),
  }))
  return (
    <SideBySide
      image={image}
      text={difference === 0 ? t('same') : t('difference', { value: difference.toFixed(2) })}
      sides={sides}
      threshold={threshold}
      marks={marks}
    />
  )
}
