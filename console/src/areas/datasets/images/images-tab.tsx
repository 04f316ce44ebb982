import type { ListedItem } from '@vermilion/contract/datasets/items'
import type { Dataset } from '@vermilion/contract/datasets'
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
import { type DatasetSearch, imageFilter } from '../search.ts'
import { filterOf, unfiltered } from './filter.ts'
import { NoImagesYet } from './filling.tsx'
import { useChips } from './filter-chips.ts'
import { useImageContent } from './image-content.tsx'
import { ImageFilters, OverlaySwitch } from './image-filters.tsx'
import styles from './images.module.css'
import { SuggestionKey } from './suggestion-key.tsx'
import { text } from './text.ts'
import { useBulk } from './use-bulk.tsx'
import { keyOf, useImages } from './use-images.ts'
import { ClassKey } from './class-key.tsx'

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
        <State title={t('none')} words={t('noneWords')} />
      </NoImagesYet>
    )
  }
  return (
    <State title={t('noMatch')} words={t('noMatchWords')}>
      <Button onClick={onShowAll}>{t('showAll')}</Button>
    </State>
  )
}
