import { useNavigate, useSearch } from '@tanstack/react-router'

type Search = Readonly<Record<string, unknown>>

/** The address of the shown list. A change of filters or order returns to the first page. */
export function useListAddress() {
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = (part: Search, replace: boolean) =>
    // Each list page declares and validates its own parameters.
    void navigate({ to: '.', search: ((now: Search) => ({ ...now, ...part })) as never, replace })
  return {
    search,
    set: (part: Search) => go({ ...part, cursor: undefined }, true),
    /** Changes the display of the same rows. */
    show: (part: Search) => go(part, true),
    /** Goes to another page of the list, with an entry in the history. */
    leaf: (cursor: string | undefined) => go({ cursor }, false),
  }
}

/** True when the list is sorted by the time of change; the usual order is by creation. */
export function useIsOrderedByChange(): boolean {
  const { sort } = useListAddress().search
  return typeof sort === 'string' && sort.endsWith('updatedAt')
}
