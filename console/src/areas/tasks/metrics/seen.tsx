import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Shows what it holds once it comes near the window, and keeps its height before; a page may hold a thousand charts. */
export function Seen({ height, children }: { height: number; children: ReactNode }) {
  const holder = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const element = holder.current
    if (element === null) return
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting === true), {
      rootMargin: '300px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={holder} style={{ minHeight: height }}>
      {seen && children}
    </div>
  )
}
