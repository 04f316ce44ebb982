import { datasetEndpoints } from '@vermilion/contract/datasets'
import type { ItemFilter, ListedItem } from '@vermilion/contract/datasets/items'
import { useMemo, useSyncExternalStore } from 'react'
import { call } from '#lib/api.ts'
import type { IndexedList } from '#ui/windowing/indexed-list.ts'
import { createRemembered } from '#ui/recent-cache.ts'
import { useUpkeep } from '#ui/windowing/use-window-refresh.ts'
import { createWindows, type Windows } from '#ui/windowing/windows.ts'

interface ImagesQuery {
  datasetId: string
  filter: ItemFilter
  shapes: boolean
}

export const keyOf = ({ id }: ListedItem) => id

const listed = createRemembered<Windows<ListedItem>>()
/** Images per window; small, because their shapes are included. */
const size = 100

interface Images {
  placed: IndexedList<ListedItem>
  scope: string
  total: number
  loading: boolean
  problem: unknown
  refresh: () => void
}

export function useImages({ datasetId, filter, shapes }: ImagesQuery): Images {
  const scope = JSON.stringify([datasetId, filter])
  const list = useMemo(
    () =>
      listed(`${scope} ${shapes}`, () =>
        createWindows<ListedItem>({
          keyOf,
          size,
          load: (offset, limit, signal) =>
            call(
              datasetEndpoints.listItems,
              { params: { datasetId }, query: { ...filter, shapes: `${shapes}`, offset, limit } },
              { signal },
            ),
        }),
      ),
    // eslint-disable-next-line react/exhaustive-deps -- the scope says all that is asked for
    [scope, shapes],
  )
  const state = useSyncExternalStore(list.subscribe, list.state)
  useUpkeep(
    list,
    (event) => (event.type === 'item-changed' || event.type === 'dataset-changed') && event.datasetId === datasetId,
  )
  // eslint-disable-next-line react/exhaustive-deps -- each state is another row of things
  const indexed = useMemo(() => list.list(), [list, state])
  return {
    placed: indexed,
    scope,
    total: state.total ?? 0,
    loading: state.total === undefined && state.problem === null,
    problem: state.problem,
    refresh: list.refresh,
  }
}
