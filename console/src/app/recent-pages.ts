import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { z } from 'zod'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { useTrail } from '#ui/page/breadcrumb.ts'
import { activeItem, type NavigationItem } from './navigation.tsx'

const limit = 8

const placeSchema = z.object({
  href: z.string().startsWith('/'),
  text: z.string(),
})
export type RecentPage = z.output<typeof placeSchema>

interface RecentPages {
  places: readonly RecentPage[]
}

export const usePlaces = create<RecentPages>()(
  persist((): RecentPages => ({ places: [] }), {
    name: 'places',
    merge: (stored, now) =>
      z
        .object({ places: z.array(placeSchema) })
        .catch({ places: [...now.places] })
        .parse(stored),
  }),
)

export function rememberPlace(page: RecentPage): void {
  usePlaces.setState(({ places }) => ({
    places: [page, ...places.filter(({ href }) => href !== page.href)].slice(0, limit),
  }))
}

export function forgetPlaces(): void {
  usePlaces.setState({ places: [] })
}

export function areaOf({ href }: RecentPage): NavigationItem | undefined {
  return activeItem(href)
}

/** Matches the page of one data space, dataset, task, device or model, not the pages below it. */
const thing =
  /\/(space\/list\/file|data-set\/list\/file|compute\/taskdetail|compute\/sweeps|board\/list\/device|model\/list\/model)\/[^/]+$/

export function useRememberedPlaces(): void {
  // The address of the visible page; the next page has not declared its name yet.
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname ?? '' })
  const text = useTrail(({ steps }) => steps.at(-1)?.text)
  useEffect(() => {
    if (thing.test(path) && text !== undefined && text !== '…') rememberPlace({ href: path, text })
  }, [path, text])
}
