import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { type ComponentType } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { DetailPage, ThingGate } from '#ui/page/detail-page.tsx'
import { usePageActions } from '#ui/page/page-actions.ts'
import { RowMenu } from '#ui/menu/row-menu.tsx'
import { useAction } from '#ui/feedback/use-action.ts'
import { useDatasetActions } from './dataset-actions.tsx'
import { useToReview } from './assignments/use-to-review.ts'
import { DatasetStatus } from './dataset-status.tsx'
import { datasetSourceEndpoints } from '@vermilion/contract/datasets/sources'
import { DatasetFillingLine } from './images/filling.tsx'
import { ImagesTab } from './images/images-tab.tsx'
import { filterOf } from './images/filter.ts'
import { type DatasetTab, datasetTabs, imageFilter, type ImageFilter } from './search.ts'
import { text } from './text.ts'
import { Names } from './assignments/names.tsx'
import { VersionsTab } from './versions/versions-tab.tsx'
import { TrainingsTab } from './trainings-tab.tsx'

const LikenessTab = lazyPart(async () => (await import('./likeness/likeness-tab.tsx')).LikenessTab)
const ClassifyTab = lazyPart(async () => (await import('./classify/classify-tab.tsx')).ClassifyTab)
const ReportTab = lazyPart(async () => (await import('./report/report-tab.tsx')).ReportTab)

const bodies: Record<DatasetTab, ComponentType<{ dataset: Dataset }>> = {
  images: ImagesTab,
  classify: ClassifyTab,
  likeness: LikenessTab,
  report: ReportTab,
  versions: VersionsTab,
  trainings: TrainingsTab,
}

export function DatasetPage() {
  const t = useText(text)
  const { id: datasetId } = useParams({ from: '/shell/data-set/list/file/$id' })
  const dataset = useQuery(read(datasetEndpoints.getDataset, { params: { datasetId } }))
  return (
    <ThingGate
      source={dataset}
      nameOf={({ name }) => name}
      back={
        <>
          <Link to="/data-set/list">{t('toDatasets')}</Link>
          <Link to="/settings/trash">{t('toTrash')}</Link>
        </>
      }
    >
      {(loaded) => <DatasetDetail dataset={loaded} />}
    </ThingGate>
  )
}

/** The classify tab exists only for datasets of whole-image labels. */
const tabsOf = ({ labelType }: Dataset) =>
  datasetTabs.filter((key) => key !== 'classify' || labelType === 'picture-classification')

const annotateKey = ({ labeledCount, fileCount }: Dataset) =>
  labeledCount > 0 && labeledCount < fileCount ? 'annotateMore' : 'annotate'

function DatasetDetail({ dataset }: { dataset: Dataset }) {
  const t = useText(text)
  const search = useSearch({ from: '/shell/data-set/list/file/$id' })
  const { tab = 'images' } = search
  const navigate = useNavigate({ from: '/data-set/list/file/$id' })
  const { actionsOf, assign, drawers } = useDatasetActions(() => void navigate({ to: '/data-set/list' }))
  const review = useToReview(dataset)
  const { annotate, busy } = useAnnotate(dataset, review?.filter ?? (tab === 'images' ? imageFilter.parse(search) : {}))
  const annotateWords = review === null ? t(annotateKey(dataset)) : t('review', { count: review.count })
  const none = dataset.fileCount === 0
  // While classifying, the classes are the page's actions, and the tab has its own count.
  const isClassifying = tab === 'classify'
  usePageActions([
    ...(none ? [] : [{ key: 'annotate', text: annotateWords, run: annotate, shortcut: 'a' }]),
    ...actionsOf(dataset),
  ])
  const Body = bodies[tab]
  return (
    <DetailPage<DatasetTab>
      name={dataset.name}
      status={
        <>
          <span className="faint">{t('imageCount', { count: dataset.fileCount })}</span>
          <DatasetStatus state={dataset.displayState} />
          <span className="faint">
            {t(dataset.labelType)}
            {!isClassifying && ` · ${t('labeledOf', { labeled: dataset.labeledCount, total: dataset.fileCount })}`}
          </span>
          {(dataset.assignee ?? dataset.assignedReviewer) !== null && (
            <Names of={dataset} onChange={() => assign(dataset)} />
          )}
          <DatasetFillingLine datasetId={dataset.id} />
          <ExaminationLine datasetId={dataset.id} />
        </>
      }
      actions={
        <>
          <Button
            disabled={dataset.labels.length === 0}
            title={dataset.labels.length === 0 ? t('autoLabelNoLabels') : undefined}
            onClick={() =>
              void navigate({
                to: '/data-set/list/file/$id/auto-label',
                params: { id: dataset.id },
                search: { create: true, images: tab === 'images' ? imageFilter.parse(search) : undefined },
              })
            }
          >
            {t('autoLabel')}
          </Button>
          <Button
            onClick={() => void navigate({ to: '/compute/tasks', search: { create: true, dataset: dataset.id } })}
          >
            {t('train')}
          </Button>
          {!isClassifying && (
            <Button type="primary" disabled={none} loading={busy} onClick={annotate}>
              {annotateWords}
            </Button>
          )}
          <RowMenu label={t('actions', { name: dataset.name })} actions={actionsOf(dataset, { isOpen: true })} />
        </>
      }
      tabs={tabsOf(dataset).map((key) => ({ key, text: t(`tab-${key}`) }))}
      active={tab}
      onTab={(next) =>
        // The filters stay in the address for the return to the tab.
        void navigate({ search: (now) => ({ ...now, tab: next === 'images' ? undefined : next }), replace: true })
      }
      full={tab === 'images' || tab === 'likeness' || tab === 'classify'}
    >
      <Body dataset={dataset} />
      {drawers}
    </DetailPage>
  )
}

function useAnnotate({ id }: Dataset, search: ImageFilter): { annotate: () => void; busy: boolean } {
  const navigate = useNavigate()
  const [busy, go] = useAction(async () => {
    const params = { datasetId: id }
    const filter = filterOf(search)
    const first = async (status = filter.status) =>
      (await call(datasetEndpoints.listItems, { params, query: { ...filter, status, limit: 1 } })).items[0]
    const item = (filter.status === undefined && (await first(['to-label']))) || (await first())
    if (item === undefined) return
    await navigate({ to: '/data-set/list/file/$id/annotate/$itemId', params: { id, itemId: item.id }, search })
  })
  return { annotate: go, busy }
}

/** Milliseconds between polls. */
const interval = 3_000

function ExaminationLine({ datasetId }: { datasetId: string }) {
  const t = useText(text)
  const { data: { waiting } = { waiting: 0 } } = useQuery({
    ...read(datasetSourceEndpoints.getExamination, { params: { datasetId } }),
    refetchInterval: ({ state }) => ((state.data?.waiting ?? 0) > 0 ? interval : false),
  })
  if (waiting === 0) return null
  return (
    <output className="faint" title={t('examiningWords')}>
      {t('examining', { count: waiting })}
    </output>
  )
}
