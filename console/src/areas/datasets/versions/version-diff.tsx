import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import { type ImageChange, imageChanges } from '@vermilion/contract/datasets/versions'
import type { Progress } from '@vermilion/contract/kernel/fields'
import type { Language } from '@vermilion/contract/kernel/text'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Button from 'antd/es/button'
import Segmented from 'antd/es/segmented'
import { useState } from 'react'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read, readPages } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { visibleName } from '#lib/visible-name.ts'
import { CoverName } from '#ui/cover/cover-name.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { Figures, Panel } from '#ui/page/page.tsx'
import { ProgressBar } from '#ui/feedback/progress.tsx'
import { ProblemState, QueryState } from '#ui/feedback/states.tsx'
import { text } from './text.ts'
import styles from './versions.module.css'

/** Milliseconds between polls of a running comparison. */
const pollInterval = 700

interface VersionDiffProps {
  dataset: Dataset
  base: string
  after: string
}

export function VersionDiff({ dataset, base, after }: VersionDiffProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const request = { params: { versionId: base }, query: { with: after } }
  const diffQuery = useQuery({
    ...read(datasetEndpoints.diffVersions, request),
    refetchInterval: ({ state }) => (state.data?.images === null && state.error === null ? pollInterval : false),
  })
  if (diffQuery.data === undefined) return <QueryState query={diffQuery} height={160} />
  const { images, progress, classes } = diffQuery.data
  const different = classes.filter(
    (one) => one.before?.count !== one.after?.count || one.before?.name !== one.after?.name,
  )
  const counts = [...imageChanges, 'unchanged'] as const
  return (
    <>
      {images === null ? (
        <Comparing progress={progress} problem={diffQuery.error} onRetry={() => void diffQuery.refetch()} />
      ) : (
        <Figures
          figures={counts.map((change) => ({ name: t(change), value: formatNumber(images[change], language) }))}
        />
      )}
      <div className={`${styles['panels']} grid columns-of-440 gap-16 align-start margin-top-16`}>
        <Panel title={t('classes')}>
          {different.length === 0 ? (
            <p>{t('sameClasses')}</p>
          ) : (
            <FigureTable
              columns={[t('class'), t('before'), t('after'), t('difference')]}
              rows={different.map((one) => ({
                key: one.labelId,
                cells: [
                  <span key="name" className="inline-row gap-8">
                    <i className="rigid width-10 height-10 radius-4" style={{ background: one.colour }} />
                    {one.before !== null && one.after !== null && one.before.name !== one.after.name
                      ? `${one.before.name} → ${one.after.name}`
                      : one.name}
                  </span>,
                  formatNumber(one.before?.count ?? null, language),
                  formatNumber(one.after?.count ?? null, language),
                  signed((one.after?.count ?? 0) - (one.before?.count ?? 0), language),
                ],
              }))}
            />
          )}
        </Panel>
        {images !== null && <Changes dataset={dataset} base={base} after={after} />}
      </div>
    </>
  )
}

interface ComparingProps {
  progress: Progress | null
  problem: unknown
  onRetry: () => void
}

function Comparing({ progress, problem, onRetry }: ComparingProps) {
  const t = useText(text)
  if (problem !== null) return <ProblemState problem={problem} onRetry={onRetry} />
  const { done, total } = progress ?? { done: 0, total: 0 }
  return (
    <output className="block text-secondary" style={{ maxWidth: 480 }}>
      <p className="margin-bottom-6">{t('comparing')}</p>
      <ProgressBar done={done} total={total} label={t('comparing')} />
    </output>
  )
}

const signed = (amount: number, language: string) =>
  new Intl.NumberFormat(language, { signDisplay: 'exceptZero' }).format(amount)

/** An image missing in a version has no annotations there; an unlabeled one's count is unknown. */
function describeAnnotations(
  [had, has]: [number | null, number | null],
  change: ImageChange,
  language: Language,
): string {
  const counts = [change === 'added' && has !== null ? 0 : had, change === 'removed' && had !== null ? 0 : has]
  return [...new Set(counts)].map((count) => formatNumber(count, language)).join(' → ')
}

const step = 50

function Changes({ dataset, base, after }: VersionDiffProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const [change, setChange] = useState<ImageChange | 'all'>('all')
  const query = { with: after, change: change === 'all' ? undefined : change, limit: step }
  const pages = useInfiniteQuery(readPages(datasetEndpoints.listVersionChanges, { params: { versionId: base }, query }))
  const images = pages.data?.pages.flatMap(({ items }) => items)
  return (
    <Panel
      title={t('changedImages')}
      extra={
        <Segmented<ImageChange | 'all'>
          size="small"
          aria-label={t('change')}
          value={change}
          onChange={setChange}
          options={(['all', ...imageChanges] as const).map((value) => ({ value, label: t(value) }))}
        />
      }
    >
      {(pages.error !== null || images === undefined) && <QueryState query={pages} height={120} />}
      {images?.length === 0 && <p>{t('noChanges')}</p>}
      {images !== undefined && images.length > 0 && (
        <FigureTable
          columns={[t('image'), t('change'), t('annotations')]}
          rows={images.map(({ itemId, fileId, path, change: what, aspects, before: had, after: has }) => ({
            key: itemId,
            cells: [
              <CoverName
                key="image"
                covers={[fileId]}
                first={
                  what === 'removed' ? (
                    visibleName(path)
                  ) : (
                    <Link to="/data-set/list/file/$id/annotate/$itemId" params={{ id: dataset.id, itemId }}>
                      {visibleName(path)}
                    </Link>
                  )
                }
                second=""
              />,
              aspects.length === 0 ? t(what) : aspects.map((aspect) => t(`aspect-${aspect}`)).join(', '),
              describeAnnotations([had, has], what, language),
            ],
          }))}
        />
      )}
      {pages.hasNextPage && (
        <Button
          size="small"
          className="margin-top-12"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {t('showMore')}
        </Button>
      )}
    </Panel>
  )
}
