import type { ListedItem } from '@vermilion/contract/datasets/items'
import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import { useNavigate, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { FileBody } from '#ui/files/file-body.tsx'
import { pictureViews } from '#ui/files/file-view.ts'
import { FilterChips } from '#ui/filter/filter-chips.tsx'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { useSelection } from '#ui/selection/selection.ts'
import { State } from '#ui/feedback/states.tsx'
import { type DatasetSearch, imageFilter, type ImageFilter } from '../search.ts'
import { filterOf, unfiltered } from './filter.ts'
import { NoImagesYet } from './filling.tsx'
import { useChips } from './filter-chips.ts'
import { useImageContent } from './image-content.tsx'
import { ImageFilters, OverlaySwitch } from './image-filters.tsx'
import styles from './images.module.css'
import { isSuggestion } from '@vermilion/contract/labels/suggestion'
import type { IndexedList } from '#ui/windowing/indexed-list.ts'
import { text } from './text.ts'
import { useBulk } from './use-bulk.tsx'
import { keyOf, useImages } from './use-images.ts'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#lib/format.ts'
import { read } from '#lib/query.ts'

export function ImagesTab({ dataset }: { dataset: Dataset }) {
  const t = useText(text)
  const search = useSearch({ from: '/shell/data-set/list/file/$id' })
  const { view = 'small' } = search
  const navigate = useNavigate({ from: '/data-set/list/file/$id' })
  const shapes = useSystem(({ overlays }) => overlays)
  const filter = filterOf(search)
  const images = useImages({ datasetId: dataset.id, filter, shapes })
  const { placed, scope, total } = images
  const { cell, preview } = useImageContent(dataset.labels)
  const selection = useSelection<ListedItem>({
    list: placed,
    itemKey: keyOf,
    scope,
    total,
    onTooMany: (max) => notify.error(t('tooMany', { most: max })),
    onProblem: (problem) => notify.error(problemWords(problem)),
  })
  const chips = useChips(search, dataset)
  const change = (changes: Partial<DatasetSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...changes }), replace: true })
  const showAll = () => change(unfiltered)
  const open = (itemId: string) =>
    void navigate({
      to: '/data-set/list/file/$id/annotate/$itemId',
      params: { id: dataset.id, itemId },
      search: (now) => imageFilter.parse(now),
    })
  const findSimilar = (file: string) => void navigate({ to: '/data-set/search', search: { mode: 'image', file } })
  const bulk = useBulk({ dataset, selection, filter, placed, onOpen: open, onFindSimilar: findSimilar })
  return (
    <>
      <FileBody<ListedItem>
        looks={<OverlaySwitch />}
        filters={<ImageFilters dataset={dataset} search={search} set={chips.length} onChange={change} />}
        where={
          <>
            <ClassKey dataset={dataset} search={search} onChange={change} />
            {shapes && <SuggestionKey list={placed} />}
            {chips.length > 0 && (
              <>
                <FilterChips
                  chips={chips}
                  onRemove={(names) => change(Object.fromEntries(names.map((name) => [name, undefined])))}
                  onClear={showAll}
                />
                {!images.loading && <MatchCount matching={total} total={dataset.fileCount} />}
              </>
            )}
          </>
        }
        views={pictureViews}
        view={view}
        onView={(next) => next !== 'table' && change({ view: next })}
        label={t('images')}
        scope={scope}
        list={placed}
        total={total}
        itemKey={keyOf}
        nameOf={({ path }) => path}
        cell={cell}
        preview={preview}
        onOpen={({ id }) => {
          open(id)
          return true
        }}
        selection={selection}
        fileActions={bulk.actions}
        menu={bulk.actions}
        loading={images.loading}
        problem={images.problem}
        onRetry={images.refresh}
        empty={<NoImages datasetId={dataset.id} filtered={chips.length > 0} onShowAll={showAll} />}
      />
      {bulk.dialog}
    </>
  )
}

function MatchCount({ matching, total }: { matching: number; total: number }) {
  const t = useText(text)
  return (
    <p className={`${styles['count']} faint`} aria-live="polite">
      {t('matching', { count: matching, total })}
    </p>
  )
}

function NoImages({ datasetId, filtered, onShowAll }: { datasetId: string; filtered: boolean; onShowAll: () => void }) {
  const t = useText(text)
  if (!filtered) {
    return (
      <NoImagesYet datasetId={datasetId}>
        <State title={t('none')} text={t('noneWords')} />
      </NoImagesYet>
    )
  }
  return (
    <State title={t('noMatch')} text={t('noMatchWords')}>
      <Button onClick={onShowAll}>{t('showAll')}</Button>
    </State>
  )
}

/** The number of loaded images that are checked for suggestions. */
const maxInspected = 200

function SuggestionKey({ list }: { list: IndexedList<ListedItem> }) {
  const t = useText(text)
  const images = Array.from({ length: Math.min(list.count, maxInspected) }, (_, index) => list.at(index))
  if (!images.some((item) => item?.shapes?.some(isSuggestion))) return null
  return (
    <p className={`${styles['suggestionKey']} row gap-6 margin-0-0-10 text-secondary font-12`}>
      <i className="rigid width-16 height-12" aria-hidden />
      {t('suggestionKey')}
    </p>
  )
}

interface ClassKeyProps {
  dataset: Dataset
  search: ImageFilter
  onChange: (changes: Partial<ImageFilter>) => void
}

function ClassKey({ dataset, search, onChange }: ClassKeyProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const report = useQuery(read(datasetEndpoints.datasetReport, { params: { datasetId: dataset.id } })).data
  if (dataset.labels.length === 0) return null
  const countOf = (id: string) => report?.classes.find(({ labelId }) => labelId === id)?.count
  return (
    <div
      className={`${styles['key']} flex wrap gap-6 margin-bottom-10 scroll-y`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is of forms
      role="group"
      aria-label={t('classKey')}
    >
      {dataset.labels.map(({ id, name, colour }) => {
        const isShown = search.label === id
        return (
          <button
            className="inline-row gap-6 min-height-28 radius-6 font-13 padding-0-10 border ground-panel text-ink cursor-pointer"
            style={{ maxWidth: 240 }}
            key={id}
            type="button"
            aria-pressed={isShown}
            onClick={() => onChange({ label: isShown ? undefined : id })}
          >
            <i className="rigid width-10 height-10 radius-2" style={{ background: colour }} />
            <span className="ellipsis">{name}</span>
            {report !== undefined && (
              <small className="text-secondary font-12 tabular">{formatNumber(countOf(id) ?? 0, language)}</small>
            )}
          </button>
        )
      })}
    </div>
  )
}
