import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { session } from '#lib/api.ts'

/** Which thing was the first one seen, by entry of the browser's history. */
const places = new Map<string, number>()
session.onForget(() => places.clear())
const most = 100

interface KeptPlaceNeeds {
  /** What is listed, in which order. */
  scope: string
  /** The layout is known, and there is something to show. */
  ready: boolean
  /** How things are laid out: the first one seen stays so in another layout. */
  layout: string
  first: () => number
  goTo: (place: number) => void
}

/** Where one was in a list is where one is again: by Back, in another view, in a window of another width. */
export function useKeptPlace({ scope, ready, layout, first, goTo }: KeptPlaceNeeds): RefObject<() => void> {
  const entry = useLocation({ select: ({ href, state }) => (state as { __TSR_key?: string }).__TSR_key ?? href })
  const wanted = useRef<number | null>(places.get(entry) ?? null)
  const shown = useRef({ scope, layout, entry, first: 0 })
  useLayoutEffect(() => {
    const before = shown.current
    if (before.entry !== entry) wanted.current = places.get(entry) ?? (before.scope === scope ? null : 0)
    else if (before.scope !== scope) wanted.current = 0
    if (before.layout !== layout && ready) wanted.current ??= before.first
    shown.current = { scope, layout: ready ? layout : before.layout, entry, first: before.first }
    if (!ready || wanted.current === null) return
    goTo(wanted.current)
    shown.current.first = wanted.current
    wanted.current = null
  })
  const keep = useRef(() => undefined as void)
  useEffect(() => {
    keep.current = () => {
      if (!ready) return
      shown.current.first = first()
      places.delete(entry)
      places.set(entry, shown.current.first)
      if (places.size > most) places.delete(places.keys().next().value ?? '')
    }
  })
  return keep
}
