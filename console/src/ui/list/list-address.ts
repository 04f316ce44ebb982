import { useNavigate, useSearch } from '@tanstack/react-router'

type Search = Readonly<Record<string, unknown>>

/** The address of the list that is shown. What changes the list begins it anew: the place in it is dropped. */
export function useListAddress() {
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = (part: Search, replace: boolean) =>
    // Each list page declares its own parameters; these are checked where the page reads them.
    void navigate({ to: '.', search: ((now: Search) => ({ ...now, ...part })) as never, replace })
  return {
    search,
    /** Sets filters or the order, and keeps the others. */
    set: (part: Search) => go({ ...part, cursor: undefined }, true),
    /** Changes how the same rows are shown. */
    show: (part: Search) => go(part, true),
    /** Goes to another page of the list, to which Back leads again. */
    leaf: (cursor: string | undefined) => go({ cursor }, false),
  }
}

/** True when the list is sorted by the time of change; the usual order is by creation. */
export function useIsOrderedByChange(): boolean {
  const { sort } = useListAddress().search
  return typeof sort === 'string' && sort.endsWith('updatedAt')
}
