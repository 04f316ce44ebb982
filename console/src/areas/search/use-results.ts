import { imageSearchEndpoints, type SearchAnswer, type SearchResult } from '@vermilion/contract/image-search'
import { useMemo, useSyncExternalStore } from 'react'
import { call } from '#lib/api.ts'
import { createRemembered } from '#ui/recent-cache.ts'
import { type IndexedList, placedList } from '#ui/windowing/indexed-list.ts'
import { useUpkeep } from '#ui/windowing/use-window-refresh.ts'
import { createWindows, type Windows } from '#ui/windowing/windows.ts'
import { hasPicture, isSearching, type ImageSearchSearch } from './search.ts'

interface ResultList {
  readonly windows: Windows<SearchResult>
  readonly facts: () => Facts
}

type Facts = Pick<SearchAnswer, 'notIndexed' | 'isCapped' | 'threshold' | 'below'>

const noFacts: Facts = { notIndexed: 0, isCapped: false, threshold: 0, below: 0 }

export const keyOf = ({ file }: SearchResult) => file.id

const remembered = createRemembered<ResultList>()
const size = 100

function queryOf(search: ImageSearchSearch) {
  if (!isSearching(search)) return null
  const { mode = 'full', words = '', file, picture, region, spaces, datasets, threshold } = search
  const byPicture = hasPicture(search) ? { fileId: file, picture, region } : {}
  const thresholdQuery = threshold === undefined ? {} : { threshold: threshold / 100 }
  return { mode, words: mode === 'image' ? '' : words, ...byPicture, ...thresholdQuery, spaces, datasets }
}

function resultsOf(query: NonNullable<ReturnType<typeof queryOf>>): ResultList {
  let facts = noFacts
  const windows = createWindows<SearchResult>({
    keyOf,
    size,
    async load(offset, limit, signal) {
      const { items, total, ...others } = await call(
        imageSearchEndpoints.searchImages,
        { query: { ...query, offset, limit } },
        { signal },
      )
      facts = others
      return { items, total }
    },
  })
  return { windows, facts: () => facts }
}

const nothing = placedList<SearchResult>([], keyOf)
const idle: ResultList = {
  windows: createWindows<SearchResult>({ keyOf, load: () => Promise.resolve({ items: [], total: 0 }) }),
  facts: () => noFacts,
}

export interface Results extends Facts {
  placed: IndexedList<SearchResult>
  scope: string
  total: number | undefined
  loading: boolean
  problem: unknown
  refresh: () => void
}

export function useResults(search: ImageSearchSearch): Results {
  const query = queryOf(search)
  const scope = JSON.stringify(query)
  const current = useMemo(
    () => (query === null ? idle : remembered(scope, () => resultsOf(query))),
    // eslint-disable-next-line react/exhaustive-deps -- the scope says all that is asked for
    [scope],
  )
  const state = useSyncExternalStore(current.windows.subscribe, current.windows.state)
  useUpkeep(
    current.windows,
    ({ type }) => type === 'files-changed' || type === 'search-index-changed' || type === 'dataset-changed',
  )
  // eslint-disable-next-line react/exhaustive-deps -- each state is another row of things
  const listed = useMemo(() => current.windows.list(), [current, state])
  return {
    placed: query === null ? nothing : listed,
    scope,
    total: query === null ? undefined : state.total,
    ...current.facts(),
    loading: query !== null && state.total === undefined && state.problem === null,
    problem: query === null ? null : state.problem,
    refresh: current.windows.refresh,
  }
}
