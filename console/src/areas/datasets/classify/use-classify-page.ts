import { itemChangeEndpoints } from '@vermilion/contract/datasets/changes'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import type { ItemFilter, ListedItem } from '@vermilion/contract/datasets/items'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, call } from '#lib/api.ts'
import { queryClient, refresh } from '#lib/query.ts'

export const pageSize = 48

interface Step {
  undoId: string
  previous: ReadonlyMap<string, readonly string[]>
}

function useSteps() {
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const steps = useRef<readonly Step[]>([])
  const [canUndo, setCanUndo] = useState(false)
  function set(next: readonly Step[]): void {
    steps.current = next
    setCanUndo(next.length > 0)
  }
  const remove = (step: Step) => set(steps.current.filter((one) => one !== step))
  function afterOthers<Result>(run: () => Promise<Result>): Promise<Result> {
    const result = queue.current.then(run)
    queue.current = result.catch(() => undefined)
    return result
  }
  return {
    canUndo,
    afterOthers,
    settled: () => queue.current,
    add: (step: Step) => set([...steps.current, step]),
    undo: () =>
      afterOthers(async () => {
        const step = steps.current.at(-1)
        if (step === undefined) return undefined
        try {
          await call(itemChangeEndpoints.undoItemChange, { params: { undoId: step.undoId } })
        } catch (problem) {
          // A step that the server has forgotten cannot be undone again; after any other failure it can.
          if (problem instanceof ApiError && problem.error === 'item-change.not-found') remove(step)
          throw problem
        }
        remove(step)
        return step
      }),
  }
}

/** The index of the first image that came without a class; 0 when all have one. */
const firstWithoutClass = (items: readonly ListedItem[]): number =>
  Math.max(
    0,
    items.findIndex(({ shapes = [] }) => shapes.every(({ kind }) => kind !== 'class')),
  )

/** The page stays as it is while classes are set, so that changes stay visible until the next page. */
export function useClassifyPage(datasetId: string, filter: ItemFilter, isOnlyUnlabeled: boolean) {
  const scope = JSON.stringify([datasetId, filter])
  const [state, setState] = useState({ scope, offset: 0, round: 0 })
  const now = state.scope === scope ? state : { scope, offset: 0, round: 0 }
  const [classes, setClasses] = useState<ReadonlyMap<string, readonly string[]>>(new Map())
  const steps = useSteps()
  // The key is not an API path, so that events about changes made here do not reload the page.
  const queryKey = ['classify-page', scope, now.offset, now.round]
  const page = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      await steps.settled()
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
      const outcome = await steps.afterOthers(async () => {
        const changed = await call(itemChangeEndpoints.changeItems, { params: { datasetId }, body })
        const { undoId } = changed
        if (undoId !== null) steps.add({ undoId, previous })
        return changed
      })
      void refresh('/datasets', '/items')
      return outcome.items
    } catch (problem) {
      show(previous)
      throw problem
    }
  }

  async function undo(): Promise<boolean> {
    const step = await steps.undo()
    if (step === undefined) return false
    show(step.previous)
    void refresh('/datasets', '/items')
    return true
  }

  const total = page.data?.total ?? 0
  const isFollowed = now.offset + items.length < total
  // With only unlabeled images shown, skipped ones come again after the last page.
  const hasNext = page.data !== undefined && (isFollowed || (isOnlyUnlabeled && total > 0))

  /** The offset does not move past labeled images when only unlabeled ones are shown, since they have left the list. */
  function go(by: 1 | -1): void {
    if (by > 0 && !hasNext) return
    const remaining = isOnlyUnlabeled ? items.filter(({ id }) => classesOf(id).length === 0).length : items.length
    const next = isFollowed ? now.offset + remaining : 0
    const offset = by > 0 ? next : Math.max(0, now.offset - pageSize)
    queryClient.removeQueries({ queryKey: ['classify-page', scope] })
    setClasses(new Map())
    setState({ scope, offset, round: now.round + 1 })
  }

  return {
    items,
    first: firstWithoutClass(items),
    total,
    offset: now.offset,
    loading: page.isPending,
    problem: page.error as ApiError | null,
    retry: () => void page.refetch(),
    classesOf,
    give,
    undo,
    canUndo: steps.canUndo,
    go,
    hasNext,
    hasPrevious: now.offset > 0,
  }
}
export type ClassifyPage = ReturnType<typeof useClassifyPage>
