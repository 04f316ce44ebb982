import { type ReactNode, useEffect, useRef, useState } from 'react'

interface WhenVisibleProps {
  height: number
  /** True for a chart that is in the window at first, which need not wait for the observer. */
  first: boolean
  children: ReactNode
}

/** Renders its content near the viewport, and keeps its height before; a page may have a thousand charts. */
export function WhenVisible({ height, first, children }: WhenVisibleProps) {
  const holder = useRef<HTMLDivElement>(null)
  const [isVisible, setVisible] = useState(first)
  useEffect(() => {
    const element = holder.current
    if (element === null) return
    const observer = new IntersectionObserver(([entry]) => setVisible(entry?.isIntersecting === true), {
      rootMargin: '300px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={holder} style={{ minHeight: height }}>
      {isVisible && children}
    </div>
  )
}
