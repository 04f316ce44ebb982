import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { moved, type Span, zoomed } from './span.ts'
import type { ReadingStep } from './use-reading.ts'

/** Pixels below which a drag counts as a click. */
const minDrag = 4
const keyFactor = 0.6
/** Milliseconds after a gesture until the chart loads finer points and fits its height. */
const rest = 140

const readingSteps: Readonly<Record<string, ReadingStep>> = {
  ArrowLeft: 'before',
  ArrowRight: 'after',
  Home: 'first',
  End: 'last',
}

interface GestureNeeds {
  holder: RefObject<HTMLDivElement | null>
  /** The span at rest; null for the whole extent. */
  span: Span | null
  extent: Span
  /** Undefined for a chart that cannot be zoomed. */
  onSpan: ((span: Span | null) => void) | undefined
  /** CSS pixels of the plot, and left of it. */
  width: number
  left: number
  /** The cursor, around which keys zoom. */
  at: number | null
  onStep: (step: ReadingStep) => void
  onEnd: () => void
}

/** A drag selects, with Shift it pans; the wheel zooms with Ctrl; a double click resets. Keys: + and -, Shift with arrows, 0. */
export function useGestures({ holder, span, extent, onSpan, width, left, at, onStep, onEnd }: GestureNeeds) {
  const [moving, setMoving] = useSettlingSpan(extent, onSpan)
  const [drag, setDrag] = useState<{ from: number; to: number; moves: Span | null } | null>(null)
  const view = moving ?? span ?? extent
  const onView = onSpan === undefined ? () => undefined : setMoving
  const perPixel = (view.to - view.from) / Math.max(1, width)
  const leftOf = ({ clientX }: { clientX: number }) =>
    Math.min(width, Math.max(0, clientX - (holder.current?.getBoundingClientRect().left ?? 0) - left))
  const placeAt = (pixels: number) => view.from + pixels * perPixel

  const wheel = useEffectEvent((event: WheelEvent) => {
    const sideways = event.shiftKey ? event.deltaY : event.deltaX
    if (onSpan === undefined) return
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault()
      const factor = Math.exp(Math.max(-1, Math.min(1, event.deltaY * 0.005)))
      onView(zoomed(view, extent, placeAt(leftOf(event)), factor))
    } else if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
      event.preventDefault()
      onView(moved(view, extent, sideways * perPixel))
    }
  })
  useEffect(() => listenToWheel(holder.current, (event) => wheel(event)), [holder])

  const middle = at ?? (view.from + view.to) / 2
  const zoom = (factor: number) => onView(zoomed(view, extent, middle, factor))
  const pan = (by: number) => onView(moved(view, extent, by * (view.to - view.from) * 0.2))
  const reset = () => {
    setMoving(null)
    onSpan?.(null)
  }
  return {
    view,
    isMoving: moving !== null,
    drag,
    zoom,
    reset,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLDivElement>) {
        if (onSpan === undefined || event.button !== 0 || event.pointerType === 'touch') return
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
      onDoubleClick: reset,
      onKeyDown: keyHandler({ zoom, pan, reset, onStep, onEnd }),
    },
  }
}

/** React's own listener is passive, so the page would zoom as well. */
function listenToWheel(element: HTMLElement | null, listener: (event: WheelEvent) => void) {
  element?.addEventListener('wheel', listener, { passive: false })
  return () => element?.removeEventListener('wheel', listener)
}

interface KeyActions extends Pick<GestureNeeds, 'onStep' | 'onEnd'> {
  zoom: (factor: number) => void
  pan: (by: -1 | 1) => void
  reset: () => void
}

const keyHandler = (actions: KeyActions) => (event: KeyboardEvent) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const step = readingSteps[event.key]
  const isPan = event.shiftKey && (step === 'before' || step === 'after')
  const act = {
    '+': () => actions.zoom(keyFactor),
    '=': () => actions.zoom(keyFactor),
    '-': () => actions.zoom(1 / keyFactor),
    '0': actions.reset,
    Escape: actions.onEnd,
  }[event.key]
  if (act === undefined && step === undefined) return
  event.preventDefault()
  act?.()
  if (isPan) actions.pan(step === 'before' ? -1 : 1)
  else if (step !== undefined) actions.onStep(step)
}

/** The span during a gesture; null after it has ended, when the page's span has taken it over. */
function useSettlingSpan(extent: Span, onSpan: GestureNeeds['onSpan']) {
  const [moving, setMoving] = useState<Span | null>(null)
  useEffect(() => {
    if (moving === null) return
    const timer = setTimeout(() => {
      onSpan?.(moving.from <= extent.from && moving.to >= extent.to ? null : moving)
      setMoving(null)
    }, rest)
    return () => clearTimeout(timer)
  }, [moving, extent, onSpan])
  return [moving, setMoving] as const
}
