import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { edge } from './chart-types.ts'
import { moved, type Span, zoomed } from '../view.ts'

/** Pixels below which a drag counts as a click. */
const minDrag = 4
const keyFactor = 0.6

interface GestureNeeds {
  holder: RefObject<HTMLDivElement | null>
  view: Span
  extent: Span
  width: number
  onView: (view: Span) => void
  onStep: (by: -1 | 1 | null) => void
}

/** A drag selects, with Shift it pans; the wheel zooms with Ctrl; a double click resets. Keys: + and -, Shift with arrows, 0. */
export function useGestures({ holder, view, extent, width, onView, onStep }: GestureNeeds) {
  const [drag, setDrag] = useState<{ from: number; to: number; moves: Span | null } | null>(null)
  const perPixel = (view.to - view.from) / Math.max(1, width)
  const leftOf = ({ clientX }: { clientX: number }) =>
    Math.min(width, Math.max(0, clientX - (holder.current?.getBoundingClientRect().left ?? 0) - edge.left))
  const placeAt = (left: number) => view.from + left * perPixel

  const wheel = useEffectEvent((event: WheelEvent) => {
    const sideways = event.shiftKey ? event.deltaY : event.deltaX
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault()
      const factor = Math.exp(Math.max(-1, Math.min(1, event.deltaY * 0.005)))
      onView(zoomed(view, extent, placeAt(leftOf(event)), factor))
    } else if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
      event.preventDefault()
      onView(moved(view, extent, sideways * perPixel))
    }
  })
  // React's own listener is passive, so the page would zoom as well.
  useEffect(() => {
    const element = holder.current
    const listener = (event: WheelEvent) => wheel(event)
    element?.addEventListener('wheel', listener, { passive: false })
    return () => element?.removeEventListener('wheel', listener)
  }, [holder])

  const middle = () => (view.from + view.to) / 2
  const zoom = (factor: number) => onView(zoomed(view, extent, middle(), factor))
  const keys: Readonly<Record<string, () => void>> = {
    '+': () => zoom(keyFactor),
    '=': () => zoom(keyFactor),
    '-': () => zoom(1 / keyFactor),
    '0': () => onView(extent),
    Escape: () => onStep(null),
  }
  return {
    drag,
    zoom,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLDivElement>) {
        if (event.button !== 0 || event.pointerType === 'touch') return
        event.currentTarget.setPointerCapture(event.pointerId)
        const from = leftOf(event)
        setDrag({ from, to: from, moves: event.shiftKey ? view : null })
      },
      onPointerMove(event: PointerEvent<HTMLDivElement>) {
        if (drag === null) return
        const to = leftOf(event)
        setDrag({ ...drag, to })
        if (drag.moves !== null) onView(moved(drag.moves, extent, (drag.from - to) * perPixel))
      },
      onPointerUp() {
        if (drag !== null && drag.moves === null && Math.abs(drag.to - drag.from) >= minDrag) {
          const [from, to] = [placeAt(Math.min(drag.from, drag.to)), placeAt(Math.max(drag.from, drag.to))]
          onView(zoomed({ from, to }, extent, (from + to) / 2, 1))
        }
        setDrag(null)
      },
      onPointerCancel: () => setDrag(null),
      onDoubleClick: () => onView(extent),
      onKeyDown(event: KeyboardEvent) {
        if (event.ctrlKey || event.metaKey || event.altKey) return
        const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key] as -1 | 1 | undefined
        const act =
          by === undefined
            ? keys[event.key]
            : event.shiftKey
              ? () => onView(moved(view, extent, by * (view.to - view.from) * 0.2))
              : () => onStep(by)
        if (act === undefined) return
        event.preventDefault()
        act()
      },
    },
  }
}
