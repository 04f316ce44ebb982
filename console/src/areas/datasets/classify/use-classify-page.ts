import { itemChangeEndpoints } from '@vermilion/contract/datasets/changes'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import type { ItemFilter } from '@vermilion/contract/datasets/items'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type ApiError } from '#lib/api.ts'
import { queryClient, refresh } from '#lib/query.ts'

/** Images of one page: as many as are taken in at once. */
export const pageSize = 48

/** One press: what the images had before is known to the server. */
interface Step {
  undoId: string
  /** What they showed before, for the page at hand. */
  previous: ReadonlyMap<string, readonly string[]>
}

/**
 * One page of images with the classes that they have here. It stands still while they are given classes, also where only
 * images without are looked at: what was done on a page stays in sight until the next one.
 */
export function useClassifyPage(datasetId: string, filter: ItemFilter, isOnlyUnlabeled: boolean) {
  const scope = JSON.stringify([datasetId, filter])
  const [state, setState] = useState({ scope, offset: 0, round: 0 })
  const now = state.scope === scope ? state : { scope, offset: 0, round: 0 }
  const [classes, setClasses] = useState<ReadonlyMap<string, readonly string[]>>(new Map())
  const [steps, setSteps] = useState<readonly Step[]>([])
  // By no path of the API: news of the very changes made here must not move the page.
  const queryKey = ['classify-page', scope, now.offset, now.round]
  const page = useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      const query = { ...filter, shapes: 'true', offset: now.offset, limit: pageSize } as const
      return call(datasetEndpoints.listItems, { params: { datasetId }, query }, { signal })
    },
    staleTime: Infinity,
    gcTime: 0,
  })
  const items = page.data?.items ?? []
  const classesOf = (itemId: string): readonly string[] =>
    classes.get(itemId) ??
    items.find(({ id }) => id === itemId)?.shapes?.flatMap((one) => (one.kind === 'class' ? [one.labelId] : [])) ??
    []

  const show = (entries: Iterable<readonly [string, readonly string[]]>) =>
    setClasses((previous) => new Map([...previous, ...entries]))

  async function give(itemIds: readonly string[], labelId: string): Promise<number> {
    const previous = new Map(itemIds.map((id) => [id, classesOf(id)]))
    show(itemIds.map((id) => [id, [labelId]]))
    try {
      const body = { selection: { itemIds: [...itemIds] }, change: { labelId, mode: 'set' as const } }
      const outcome = await call(itemChangeEndpoints.changeItems, { params: { datasetId }, body })
      const { undoId } = outcome
      if (undoId !== null) setSteps((all) => [...all, { undoId, previous }])
      void refresh('/datasets', '/items')
      return outcome.items
    } catch (problem) {
      show(previous)
      throw problem
    }
  }

  async function undo(): Promise<boolean> {
    const step = steps.at(-1)
    if (step === undefined) return false
    setSteps(steps.slice(0, -1))
    await call(itemChangeEndpoints.undoItemChange, { params: { undoId: step.undoId } })
    show(step.previous)
    void refresh('/datasets', '/items')
    return true
  }

  /** Where only some are looked at, those that were given a class are no longer among them. */
  function go(by: 1 | -1): void {
    const remaining = isOnlyUnlabeled ? items.filter(({ id }) => classesOf(id).length === 0).length : items.length
    const offset = by > 0 ? now.offset + remaining : Math.max(0, now.offset - pageSize)
    queryClient.removeQueries({ queryKey: ['classify-page', scope] })
    setClasses(new Map())
    setState({ scope, offset, round: now.round + 1 })
  }

  return {
    items,
    total: page.data?.total ?? 0,
    offset: now.offset,
    loading: page.isPending,
    problem: page.error as ApiError | null,
    retry: () => void page.refetch(),
    classesOf,
    give,
    undo,
    canUndo: steps.length > 0,
    go,
    hasNext: page.data !== undefined && now.offset + items.length < page.data.total,
    hasPrevious: now.offset > 0,
  }
}
export type ClassifyPage = ReturnType<typeof useClassifyPage>
