/* eslint-disable react/immutability, react/set-state-in-effect, react-hooks/exhaustive-deps -- where the window stands is the browser's; what is seen of it follows */
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { createScrollScale } from './scroll-scale.ts'

export function useRoom(scroller: RefObject<HTMLElement | null>) {
  const [size, setRoom] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const measure = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(element)
      const width = element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      const height = element.clientHeight
      setRoom((previous) => (previous.width === width && previous.height === height ? previous : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
  return size
}

interface ViewportNeeds {
  scroller: RefObject<HTMLElement | null>
  view: number
  rows: number
  rowHeight: number
}

/** Pixels above and below the viewport that are rendered as well; after a leap, when the scrolling has ended. */
const beyond = 360
/** Milliseconds without movement that end a scroll. */
const rest = 120

export function useViewport({ scroller, view, rows, rowHeight }: ViewportNeeds) {
  const [scale] = useState(createScrollScale)
  const [range, setSeen] = useState({ first: 0, last: -1, shift: 0 })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  scale.measure(rows * rowHeight, view)

  const updateRangeWith = (margin: number) => {
    const top = scale.place()
    const first = Math.max(0, Math.floor((top - margin) / rowHeight))
    const last = Math.min(rows - 1, Math.ceil((top + view + margin) / rowHeight))
    const shift = scale.shift()
    setSeen((previous) =>
      previous.first === first && previous.last === last && previous.shift === shift
        ? previous
        : { first, last, shift },
    )
  }
  const updateRange = () => updateRangeWith(beyond)
  const put = (bar: number | null) => {
    if (bar !== null && scroller.current !== null) scroller.current.scrollTop = bar
  }
  const settle = useEffectEvent(() => {
    put(scale.settle())
    updateRange()
  })
  const scrolled = useEffectEvent(() => {
    const previous = scale.place()
    put(scale.scrolled(scroller.current?.scrollTop ?? 0))
    updateRangeWith(Math.abs(scale.place() - previous) > view ? 0 : beyond)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => settle(), rest)
  })
  useEffect(() => {
    const element = scroller.current
    const listener = () => scrolled()
    element?.addEventListener('scroll', listener, { passive: true })
    return () => {
      element?.removeEventListener('scroll', listener)
      clearTimeout(timer.current)
    }
  }, [scroller])
  useLayoutEffect(updateRange, [rows, rowHeight, view])

  const goTo = (pixels: number) => {
    put(scale.go(pixels))
    updateRange()
  }
  return {
    height: scale.height(),
    ...range,
    top: scale.place,
    shiftNow: scale.shift,
    goTo,
    reveal(row: number): void {
      const top = row * rowHeight
      if (top < scale.place()) goTo(top)
      else if (top + rowHeight > scale.place() + view) goTo(top + rowHeight - view)
    },
  }
}
