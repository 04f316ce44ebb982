import { type RefObject, useEffect, useRef } from 'react'

export function useScrollStrip<Strip extends HTMLElement>(position: number): RefObject<Strip | null> {
  const strip = useRef<Strip>(null)
  useEffect(() => {
    const bar = strip.current
    const entry = bar?.querySelectorAll<HTMLElement>(':scope > :is(a, button)')[position]
    if (bar === null || entry === undefined) return
    const observer = new ResizeObserver(() => {
      bar.scrollLeft = entry.offsetLeft - bar.offsetLeft - (bar.clientWidth - entry.clientWidth) / 2
    })
    observer.observe(bar)
    return () => observer.disconnect()
  }, [position])
  useEffect(() => {
    const bar = strip.current
    if (bar === null) return
    const mark = () => {
      bar.toggleAttribute('data-before', bar.scrollLeft > 1)
      bar.toggleAttribute('data-after', bar.scrollLeft + bar.clientWidth < bar.scrollWidth - 1)
    }
    const observer = new ResizeObserver(mark)
    observer.observe(bar)
    bar.addEventListener('scroll', mark, { passive: true })
    return () => {
      observer.disconnect()
      bar.removeEventListener('scroll', mark)
    }
  }, [])
  return strip
}
