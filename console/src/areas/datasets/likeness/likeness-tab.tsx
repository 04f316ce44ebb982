import { lazyPart } from '#lib/loading/lazy-part.tsx'
import type { Dataset } from '@vermilion/contract/datasets'
import { type DatasetLikeness, likenessEndpoints } from '@vermilion/contract/image-search/likeness'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import Segmented from 'antd/es/segmented'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { CountedProgress } from '#ui/feedback/progress.tsx'
import { Bone, QueryState, State } from '#ui/feedback/states.tsx'
import { useAction } from '#ui/feedback/use-action.ts'
import { type LikenessView, likenessViews } from '../search.ts'
import { DuplicatesView } from './duplicates-view.tsx'
import { pointsOf, valuesOf } from './map-points.ts'
import { Thumbnail } from './thumbnail.tsx'
import { useOpenImages } from './use-open-images.ts'
import { text } from './text.ts'
import styles from './likeness.module.css'

const MapView = lazyPart(async () => (await import('./map-view.tsx')).MapView)

const views = { map: MapView, groups: GroupsView, duplicates: DuplicatesView } as const
/** Milliseconds between polls. */
const pollEvery = 1_000

const isUnderWay = ({ isIndexing, progress }: DatasetLikeness) => isIndexing || progress !== null

export function LikenessTab({ dataset }: { dataset: Dataset }) {
  const t = useText(text)
  const params = { datasetId: dataset.id }
  const query = useQuery({
    ...read(likenessEndpoints.getLikeness, { params }),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isUnderWay(data) ? pollEvery : false),
  })
  const { look = 'map' } = useSearch({ from: '/shell/data-set/list/file/$id' })
  const navigate = useNavigate({ from: '/data-set/list/file/$id' })
  const likeness = query.data
  if (likeness === undefined) return <QueryState query={query} height={420} failure={t('failed')} />
  if (likeness.compared === null) return <NotCompared dataset={dataset} likeness={likeness} />
  const View = views[look]
  return (
    <div className="stack grow gap-12 min-height-0">
      <div className="wrapping-row gap-8-14">
        <Segmented<LikenessView>
          aria-label={t('view')}
          value={look}
          options={likenessViews.map((value) => ({ value, label: t(value) }))}
          onChange={(next) => void navigate({ search: (now) => ({ ...now, look: next }), replace: true })}
        />
        <Notes dataset={dataset} likeness={likeness} />
      </div>
      <div className="stack grow gap-12 min-height-0 scroll">
        <View dataset={dataset} />
      </div>
    </div>
  )
}

interface PartProps {
  dataset: Dataset
  likeness: DatasetLikeness
}

function Notes({ dataset, likeness }: PartProps) {
  const t = useText(text)
  const { images, indexed, unreadable, compared, error } = likeness
  const lacking = images - indexed - unreadable
  return (
    <div className="wrapping-row note gap-8-14" aria-live="polite">
      {isUnderWay(likeness) && <Progress likeness={likeness} />}
      {error !== null && <span role="alert">{t('comparisonFailed', { reason: error })}</span>}
      {compared?.isCurrent === false && !isUnderWay(likeness) && <span>{t('notCurrent')}</span>}
      {lacking > 0 && <span>{t('partly', { count: lacking })}</span>}
      {unreadable > 0 && <span>{t('unreadable', { count: unreadable })}</span>}
      {!isUnderWay(likeness) && (lacking > 0 || error !== null) && <CompareButton dataset={dataset} again />}
    </div>
  )
}

function NotCompared({ dataset, likeness }: PartProps) {
  const t = useText(text)
  if (likeness.images === 0) return <State title={t('noImages')} text={t('noImagesWords')} />
  return (
    <State
      title={t('none')}
      text={likeness.error === null ? t('noneWords') : t('comparisonFailed', { reason: likeness.error })}
    >
      {isUnderWay(likeness) ? <Progress likeness={likeness} /> : <CompareButton dataset={dataset} />}
    </State>
  )
}

function Progress({ likeness: { isIndexing, images, indexed, progress } }: Pick<PartProps, 'likeness'>) {
  const t = useText(text)
  const [done, total] = isIndexing || progress === null ? [indexed, images] : [progress.done, progress.total]
  const label = t(isIndexing ? 'indexing' : progress === null ? 'waiting' : 'comparing')
  return (
    <span className="inline-row gap-10">
      {label}
      <CountedProgress done={done} total={total} notes={[]} label={label} isUnderWay />
    </span>
  )
}

function CompareButton({ dataset, again = false }: { dataset: Dataset; again?: boolean }) {
  const t = useText(text)
  const [isBusy, compare] = useAction(async () => {
    await call(likenessEndpoints.compareImages, { params: { datasetId: dataset.id } })
    await refresh('/likeness')
  })
  return (
    <Button type={again ? 'link' : 'default'} size={again ? 'small' : 'middle'} loading={isBusy} onClick={compare}>
      {t(again ? 'compareAgain' : 'compare')}
    </Button>
  )
}

function GroupsView({ dataset }: { dataset: Dataset }) {
  const t = useText(text)
  const params = { datasetId: dataset.id }
  const query = useQuery(read(likenessEndpoints.getLikenessMap, { params }))
  const { openImages, isOpening } = useOpenImages(dataset.id)
  const map = query.data
  if (map === undefined) return <QueryState query={query} height={420} failure={t('failed')} />
  const open = (group: number) => {
    const { numbers } = pointsOf(map)
    const { values } = valuesOf(map, 'group')
    void openImages([...numbers].filter((_, point) => values[point] === group))
  }
  return (
    <>
      <p className="note">{t('groupsWords')}</p>
      <ul className={`${styles['cards']} grid gap-12`}>
        {map.groups.map(({ group, images, number }) => (
          <li key={group}>
            <button
              className="stack gap-2 full-width border radius-8 ground-panel cursor-pointer"
              style={{ padding: 8, textAlign: 'start' }}
              type="button"
              disabled={isOpening}
              aria-label={t('openGroup', { number: `${group + 1}` })}
              onClick={() => open(group)}
            >
              <NumberedThumbnail datasetId={dataset.id} number={number} />
              <span>{t('groupNumber', { number: `${group + 1}` })}</span>
              <small className="text-secondary">{t('imageCount', { count: images })}</small>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function NumberedThumbnail({ datasetId, number }: { datasetId: string; number: number }) {
  const item = useQuery(read(likenessEndpoints.getNumberedItem, { params: { datasetId, number } })).data
  return item === undefined ? <Bone height={120} /> : <Thumbnail item={item} />
}
