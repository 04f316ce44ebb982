import { useNavigate, useSearch } from '@tanstack/react-router'

type Search = Readonly<Record<string, unknown>>

export function useListAddress() {
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = (changes: Search, replace: boolean) =>
    // Each list page declares and validates its own parameters.
    void navigate({ to: '.', search: ((now: Search) => ({ ...now, ...changes })) as never, replace })
  return {
    search,
    set: (changes: Search) => go({ ...changes, cursor: undefined }, true),
    show: (changes: Search) => go(changes, true),
    leaf: (cursor: string | undefined) => go({ cursor }, false),
  }
}

export function useIsOrderedByChange(): boolean {
  const { sort } = useListAddress().search
  return typeof sort === 'string' && sort.endsWith('updatedAt')
}
