import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Rows beyond both edges of the frame that are there already when they are scrolled to. */
const overscan = 10

interface VisibleRows {
  readonly first: number
  readonly end: number
  scrollToRow(index: number): void
  scrollToTop(): void
}

/** Rows of equal `height` in a frame mounted before. A library for rows of any height would add 9 kB to the first page. */
export function useVisibleRows(frame: RefObject<HTMLElement | null>, count: number, height: number): VisibleRows {
  const [{ top, bottom }, setSight] = useState({ top: 0, bottom: 0 })
  // Asking the page where it stands would have it laid out.
  const scrolled = useRef({ offset: 0, size: 0 })
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null) return
    const update = () => {
      const { offset, size } = scrolled.current
      const range = { top: Math.floor(offset / height), bottom: Math.ceil((offset + size) / height) }
      setSight((now) => (now.top === range.top && now.bottom === range.bottom ? now : range))
    }
    const onScroll = () => {
      scrolled.current.offset = element.scrollTop
      update()
    }
    const observer = new ResizeObserver(([entry]) => {
      scrolled.current.size = entry?.contentRect.height ?? 0
      update()
    })
    observer.observe(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [frame, height])
  return {
    first: Math.max(0, Math.min(top, count) - overscan),
    end: Math.min(count, bottom + overscan),
    scrollToRow(index) {
      const { offset } = scrolled.current
      // A list that has just come is not measured yet.
      const size = scrolled.current.size || (frame.current?.clientHeight ?? 0)
      const start = index * height
      if (start < offset) frame.current?.scrollTo({ top: start })
      else if (start + height > offset + size) frame.current?.scrollTo({ top: start + height - size })
    },
    scrollToTop() {
      if (scrolled.current.offset > 0) frame.current?.scrollTo({ top: 0 })
    },
  }
}
