import type { SearchIndex } from '@vermilion/contract/image-search'
import { Link } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { ProgressBar } from '#ui/feedback/progress.tsx'
import { State } from '#ui/feedback/states.tsx'
import { hasFilters, hasPicture, isByLikeness, isSearching, type ImageSearchSearch } from './search.ts'
import styles from './search.module.css'
import { text } from './text.ts'
import type { useIndex } from './use-index.ts'
import type { Results } from './use-results.ts'
import { fileEndpoints } from '@vermilion/contract/files'
import { maximumPageSize } from '@vermilion/contract/kernel/page'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { useQueries, useQuery } from '@tanstack/react-query'
import { read } from '#lib/query.ts'
import { PictureChoices } from '#ui/files/picture-choices.tsx'
import { type Chip, FilterChips } from '#ui/filter/filter-chips.tsx'
import { formatPercent } from '#ui/meter/figures.ts'
import { idsOf, useScopes } from './scopes.ts'
import type { SearchFiltersProps } from './filter-panel.tsx'

type Index = ReturnType<typeof useIndex>

interface NotesProps {
  search: ImageSearchSearch
  results: Results
  index: Index
}

export function ResultCount({ search, results: { total, isCapped }, index: { index } }: NotesProps) {
  const t = useText(text)
  const words = total !== undefined && total > 0 && t(isCapped ? 'capped' : 'count', { count: total })
  return (
    <span className={`${styles['count']} text-tertiary font-16 tabular`} aria-live="polite">
      {isSearching(search) ? words : index !== undefined && t('indexedCount', { count: index.indexed })}
    </span>
  )
}

export function AboveResults({ onChange, ...notes }: EmptySearchProps) {
  const { search } = notes
  return (
    <>
      {hasFilters(search) && <SetFilters search={search} onChange={onChange} />}
      <ResultNotes {...notes} onChange={onChange} />
    </>
  )
}

function ResultNotes({ search, results, index, onChange }: EmptySearchProps) {
  const t = useText(text)
  const { total = 0, notIndexed, threshold, below } = results
  const { index: state, build } = index
  const isIncomplete = isByLikeness(search, state) && total > 0
  const lacks = isIncomplete && notIndexed > 0 && state?.isBuilding !== true
  const isBuilding = state?.isBuilding === true && (isIncomplete || !isSearching(search))
  const isCut = total > 0 && below > 0
  const finds = state && whatItFinds(search, state)
  if (finds === undefined && !lacks && !isBuilding && !isCut) return null
  return (
    <div className={`${styles['where']} wrapping-row note rigid gap-4-16 min-height-24 margin-bottom-8`}>
      {finds !== undefined && (
        <span title={t('comparedBy', { name: state?.embedder.name ?? '' })}>
          {t(finds)} {finds.endsWith('-named') && <Link to="/settings/assist-models">{t('setUpContent')}</Link>}
        </span>
      )}
      {isCut && (
        <span>
          {t('below', { count: below, least: percentOf(threshold) })}{' '}
          <Button size="small" type="link" className="padding-0" onClick={() => onChange({ threshold: 0 })}>
            {t('showAll')}
          </Button>
        </span>
      )}
      {lacks && (
        <span>
          {t('lacking', { count: notIndexed })}{' '}
          <Button size="small" type="link" onClick={() => build(search.spaces?.split(',') ?? [])}>
            {t('build')}
          </Button>
        </span>
      )}
      {isBuilding && <BuildingWords state={state} />}
    </div>
  )
}

function whatItFinds(search: ImageSearchSearch, { embedder: { embedsText } }: SearchIndex) {
  const { mode = 'full' } = search
  if (isSearching(search)) return hasPicture(search) || embedsText ? undefined : 'finds-text-named'
  if (mode === 'image') return 'finds-image'
  return embedsText ? (`finds-${mode}` as const) : (`finds-${mode}-named` as const)
}

function BuildingWords({ state: { indexed, images } }: { state: SearchIndex }) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const numbers = { indexed: formatNumber(indexed, language), images: formatNumber(images, language) }
  return <span>{t('buildingNote', numbers)}</span>
}

/** Keeps two significant digits, since similarities of texts are small. */
const percentOf = (likeness: number) => String(Number((likeness * 100).toPrecision(2)))

interface EmptySearchProps extends NotesProps {
  onChange: (changes: Partial<ImageSearchSearch>) => void
}

export function EmptySearch({ search, results, index, onChange }: EmptySearchProps) {
  const t = useText(text)
  const { index: state, build } = index
  const isTextOnly = search.mode === 'text' && state?.embedder.embedsText !== true
  const isLeftOut = state?.spaces.some((space) => space.isLeftOut) === true
  const needsIndex = !isTextOnly && isLeftOut && state.indexed === 0 && !state.isBuilding
  if (needsIndex && (isByLikeness(search, state) || !isSearching(search)))
    return (
      <State title={t('noIndex')} text={t('noIndexWords')}>
        <Button type="primary" onClick={() => build()}>
          {t('build')}
        </Button>
      </State>
    )
  if (!isSearching(search) && state === undefined && index.query.error === null) return null
  if (!isSearching(search))
    return (
      <State title={t('emptyTitle')} text={t(`empty-${search.mode ?? 'full'}`)}>
        {search.mode !== 'text' && state !== undefined && (
          <ExamplePictures index={state} onFile={(file) => onChange({ file, picture: undefined, region: undefined })} />
        )}
      </State>
    )
  if (state?.isBuilding === true && isByLikeness(search, state))
    return (
      <State title={t('building')} text={<BuildingWords state={state} />}>
        <ProgressBar done={state.indexed} total={Math.max(1, state.images)} label={t('building')} />
      </State>
    )
  const lacks = isByLikeness(search, state) && results.notIndexed > 0
  const { below, threshold } = results
  const isNarrow = search.spaces !== undefined || search.datasets !== undefined
  return (
    <State
      title={t('noMatch')}
      text={`${below > 0 ? t('allBelow', { count: below, least: percentOf(threshold) }) : t('noMatchTerms')}${lacks ? ` ${t('lacking', { count: results.notIndexed })}` : ''}`}
    >
      {lacks && (
        <Button type="primary" onClick={() => build(search.spaces?.split(',') ?? [])}>
          {t('build')}
        </Button>
      )}
      {isNarrow && (
        <Button onClick={() => onChange({ spaces: undefined, datasets: undefined })}>{t('searchEverywhere')}</Button>
      )}
      {below > 0 && <Button onClick={() => onChange({ threshold: 0 })}>{t('showAll')}</Button>}
    </State>
  )
}

const names = ['spaces', 'datasets', 'threshold'] as const

type FilterName = (typeof names)[number]

function SetFilters({ search, onChange }: Pick<SearchFiltersProps, 'search' | 'onChange'>) {
  const t = useText(text)
  const scopes = useScopes()
  const remove = (removed: readonly FilterName[]) =>
    onChange(Object.fromEntries(removed.map((name) => [name, undefined])))
  const chips = names.flatMap((name): Chip<FilterName>[] => {
    if (name === 'threshold') {
      const { threshold } = search
      if (threshold === undefined) return []
      return [
        {
          names: [name],
          text: threshold === 0 ? t('anyLikeness') : `${t('likeness')} ≥ ${formatPercent(threshold / 100)}`,
        },
      ]
    }
    const ids = idsOf(search[name])
    const titles = new Map(scopes[name].map((scope) => [scope.id, scope.name]))
    return ids.length === 0
      ? []
      : [{ names: [name], text: `${t(name)}: ${ids.map((id) => titles.get(id) ?? '…').join(', ')}` }]
  })
  return <FilterChips<FilterName> chips={chips} onRemove={remove} onClear={() => remove(names)} />
}

const maxExamples = 24

const maxSpaces = 3

interface ExamplePicturesProps {
  index: Pick<SearchIndex, 'spaces'>
  onFile: (fileId: string) => void
}

function ExamplePictures({ index, onFile }: ExamplePicturesProps) {
  const t = useText(text)
  const { data } = useQuery(read(spaceEndpoints.listSpaces, { query: { limit: maximumPageSize } }))
  const indexed = new Set(index.spaces.filter((space) => space.indexed > 0).map(({ spaceId }) => spaceId))
  const spaces = data?.items.filter(({ id }) => indexed.has(id)).slice(0, maxSpaces) ?? []
  const query = { kind: 'image', recursive: true, limit: maxExamples / Math.max(1, spaces.length) } as const
  const images = useQueries({
    queries: spaces.map(({ id }) => read(fileEndpoints.listFiles, { params: { spaceId: id }, query })),
  })
  const examples = images.flatMap((listed, at) =>
    (listed.data?.items ?? []).map(({ id, name }) => ({ fileId: id, name, space: spaces[at]?.name ?? '' })),
  )
  if (examples.length === 0) return null
  const pictures = examples.slice(0, maxExamples).map(({ fileId, name, space }, at) => ({
    fileId,
    label: t('example', { number: at + 1, name: space }),
    title: name,
  }))
  return (
    <div className={`${styles['examples']} margin-top-10`}>
      <PictureChoices title={t('examples')} pictures={pictures} onChoose={onFile} />
    </div>
  )
}
