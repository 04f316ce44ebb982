import { type BoardComparison, boardInferenceEndpoints, type ComparedImage } from '@vermilion/contract/board-inferences'
import { useInfiniteQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import { useMemo } from 'react'
import { useText } from '#lib/i18n.ts'
import { readPages } from '#lib/query.ts'
import { QueryState, State } from '#ui/feedback/states.tsx'
import { Panel } from '#ui/page/page.tsx'
import { type LabelMarks, markLabels } from '../report/label-marks.ts'
import { SideBySide } from '../results/side-by-side.tsx'
import styles from './board.module.css'
import { boardText } from './text.ts'

export interface ComparedFilter {
  label?: number
  different?: boolean
}

interface ComparedImagesProps {
  taskId: string
  classes: BoardComparison['classes']
  filter: ComparedFilter
  onFilter: (filter: ComparedFilter) => void
}

const pageSize = 24

export function ComparedImages({ taskId, classes, filter, onFilter }: ComparedImagesProps) {
  const t = useText(boardText)
  const { label, different } = filter
  const query = {
    limit: pageSize,
    ...(label === undefined ? {} : { label }),
    ...(different === true ? { different: 'true' as const } : {}),
  }
  const pages = readPages(boardInferenceEndpoints.listComparedImages, { params: { taskId }, query })
  const images = useInfiniteQuery(pages)
  const marks = useMemo(() => markLabels(classes.map((one) => one.label)), [classes])
  const name = classes.find(({ labelIndex }) => labelIndex === label)?.label
  const items = images.data?.pages.flatMap((page) => page.items)
  return (
    <Panel title={name === undefined ? t('comparedImages') : t('imagesOf', { label: name })}>
      <p className="wrapping-row gap-8-16 margin-bottom-12">
        <label>
          <input
            type="checkbox"
            checked={different === true}
            onChange={({ target }) =>
              onFilter({ ...(label === undefined ? {} : { label }), ...(target.checked ? { different: true } : {}) })
            }
          />{' '}
          {t('onlyDifferent')}
        </label>
        {label !== undefined && (
          <Button size="small" onClick={() => onFilter(different === true ? { different } : {})}>
            {t('allImages')}
          </Button>
        )}
      </p>
      {(images.error !== null || items === undefined) && <QueryState query={images} height={200} />}
      {items?.length === 0 && <State title={t('noImage')} />}
      <ul className={`${styles['pairs']} grid gap-16 margin-bottom-12`} aria-label={t('comparedImages')}>
        {items?.map((image) => (
          <li key={image.number}>
            <Pair image={image} marks={marks} />
          </li>
        ))}
      </ul>
      {images.hasNextPage && <Button onClick={() => void images.fetchNextPage()}>{t('moreImages')}</Button>}
    </Panel>
  )
}

function Pair({ image, marks }: { image: ComparedImage; marks: LabelMarks }) {
  const t = useText(boardText)
  const { cloud, unmatched, scoreDifference, ...board } = image
  const message = [
    ...(unmatched > 0 ? [t('unmatched', { count: unmatched })] : []),
    ...(scoreDifference > 0.001 ? [t('scoreDifference', { value: scoreDifference.toFixed(3) })] : []),
  ]
  const sides = [['board', board] as const, ['cloud', { ...board, ...cloud }] as const].map(([key, result]) => ({
    key,
    result,
    caption: (
      <>
        {t(key)} · {t('milliseconds', { amount: result.milliseconds.toFixed(1) })}
      </>
    ),
  }))
  return (
    <SideBySide
      image={image}
      text={message.length === 0 ? t('same') : message.join(' · ')}
      sides={sides}
      threshold={0}
      marks={marks}
    />
  )
}
