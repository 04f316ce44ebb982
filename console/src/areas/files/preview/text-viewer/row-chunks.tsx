import { type ReactNode, useEffect, useRef, useState } from 'react'

interface ChunksProps {
  count: number
  rowHeight: number
  table?: boolean
  render: (from: number, to: number) => ReactNode
}

const chunkRows = 100

/** Renders only chunks of rows near the view. Rows may be taller than `rowHeight`. */
export function Chunks({ count, rowHeight, table = false, render }: ChunksProps) {
  return Array.from({ length: Math.ceil(count / chunkRows) }, (_, index) => {
    const from = index * chunkRows
    const to = Math.min(count, from + chunkRows)
    return <Chunk key={index} from={from} to={to} rowHeight={rowHeight} table={table} render={render} />
  })
}

function Chunk({ from, to, rowHeight, table, render }: Omit<ChunksProps, 'count'> & { from: number; to: number }) {
  const anchor = useRef<HTMLElement>(null)
  const [near, setNear] = useState(from === 0)
  const [height, setHeight] = useState((to - from) * rowHeight)
  useEffect(() => {
    const element = anchor.current
    if (element === null) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry === undefined) return
        if (!entry.isIntersecting && element.childElementCount > 0) setHeight(element.offsetHeight)
        setNear(entry.isIntersecting)
      },
      // The root is the scroller, because the window's margin does not apply inside it.
      { root: element.closest('section'), rootMargin: '800px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const style = near ? undefined : { height }
  const observe = (element: HTMLElement | null) => {
    anchor.current = element
  }
  const rows = near && render(from, to)
  return table ? (
    <tbody ref={observe} style={style}>
      {rows}
    </tbody>
  ) : (
    <div ref={observe} style={style}>
      {rows}
    </div>
  )
}
