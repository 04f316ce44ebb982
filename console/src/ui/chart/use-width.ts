import { useLayoutEffect, useRef, useState } from 'react'

/** The width of an element, and where to hang it. */
export function useWidth() {
  const holder = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = holder.current
    if (element === null) return
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [holder, width] as const
}
