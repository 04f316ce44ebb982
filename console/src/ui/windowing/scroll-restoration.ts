import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { session } from '#lib/api.ts'

const positions = new Map<string, number>()
session.onForget(() => positions.clear())
const maxPositions = 100

interface ScrollRestorationNeeds {
  scope: string
  ready: boolean
  /** The layout's identity: the first visible item stays first in another layout. */
  layout: string
  first: () => number
  goTo: (index: number) => void
}

export function useScrollRestoration({
  scope,
  ready,
  layout,
  first,
  goTo,
}: ScrollRestorationNeeds): RefObject<() => void> {
  const entry = useLocation({ select: ({ href, state }) => (state as { __TSR_key?: string }).__TSR_key ?? href })
  const requestedIndex = useRef<number | null>(positions.get(entry) ?? null)
  const current = useRef({ scope, layout, entry, first: 0 })
  useLayoutEffect(() => {
    const previous = current.current
    if (previous.entry !== entry) requestedIndex.current = positions.get(entry) ?? (previous.scope === scope ? null : 0)
    else if (previous.scope !== scope) requestedIndex.current = 0
    if (previous.layout !== layout && ready) requestedIndex.current ??= previous.first
    current.current = { scope, layout: ready ? layout : previous.layout, entry, first: previous.first }
    if (!ready || requestedIndex.current === null) return
    goTo(requestedIndex.current)
    current.current.first = requestedIndex.current
    requestedIndex.current = null
  })
  const keep = useRef(() => undefined as void)
  useEffect(() => {
    keep.current = () => {
      if (!ready) return
      current.current.first = first()
      positions.delete(entry)
      positions.set(entry, current.current.first)
      if (positions.size > maxPositions) positions.delete(positions.keys().next().value ?? '')
    }
  })
  return keep
}
