/* eslint-disable react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps -- where the window stands is the browser's; what is seen of it follows */
import { useLayoutEffect, useRef, useState } from 'react'
import { useRoom, useViewport } from '#ui/windowing/use-viewport.ts'
import type { LogLines } from './log-lines.ts'

const rowHeight = 20

interface WindowNeeds {
  lines: LogLines
  total: number
  follow: boolean
  wrap: boolean
}

export type LogWindow = ReturnType<typeof useLogWindow>

/** The visible lines of a log and the position of their block, for lines of any height. */
export function useLogWindow({ lines, total, follow, wrap }: WindowNeeds) {
  const scroller = useRef<HTMLDivElement>(null)
  const block = useRef<HTMLDivElement>(null)
  const size = useRoom(scroller)
  const [tall, setTall] = useState(1)
  const lineHeight = rowHeight * (wrap ? tall : 1)
  const rows = size.height === 0 ? 0 : total
  const viewport = useViewport({ scroller, view: size.height, rows, rowHeight: lineHeight })
  const visibleCount = Math.ceil(size.height / rowHeight) + 1
  const around = anchorOf({ top: viewport.top(), view: size.height, total, lineHeight })
  const firstWhileRead = wrap ? Math.max(0, around.line - visibleCount) : viewport.first
  const first = follow ? Math.max(0, total - visibleCount) : firstWhileRead
  const last = follow ? total - 1 : Math.min(total - 1, wrap ? around.line + visibleCount : viewport.last)

  const reveal = (line: number) => {
    const end = Math.max(0, total * lineHeight - size.height)
    viewport.goTo(wrap ? ((line + 0.5) / Math.max(1, total)) * end : (line + 0.5) * lineHeight - size.height / 2)
  }
  const placeBlock = () => {
    const element = block.current
    if (element === null || element.childElementCount === 0) return
    const top = viewport.top()
    if (!wrap) {
      element.style.transform = `translateY(${first * rowHeight - top}px)`
      return
    }
    const { line, fraction, height } = anchorOf({ top, view: size.height, total, lineHeight })
    const row = element.children[Math.min(last, line) - first] as HTMLElement | undefined
    if (row === undefined) return
    const within = line > last ? 1 : fraction
    element.style.transform = `translateY(${height - row.offsetTop - within * row.offsetHeight}px)`
  }

  useLayoutEffect(() => {
    if (follow) viewport.goTo(total * lineHeight)
  }, [follow, total, lineHeight, size.height])
  useLayoutEffect(() => {
    if (size.height > 0 && total > 0) lines.want(first, last)
  }, [lines, first, last, total, size.height])
  useLayoutEffect(() => {
    if (wrap) {
      const renderedCount = block.current?.childElementCount ?? 0
      const average = Math.ceil((block.current?.offsetHeight ?? 0) / Math.max(1, renderedCount) / rowHeight)
      // It only grows, so that the scroll bar does not flicker.
      if (average > tall) setTall(average)
    }
    placeBlock()
  })
  const middle = useRef(0)
  const previous = useRef({ wrap, lineHeight })
  useLayoutEffect(() => {
    const changed = previous.current.wrap !== wrap || previous.current.lineHeight !== lineHeight
    previous.current = { wrap, lineHeight }
    if (changed && !follow) reveal(middle.current)
    middle.current = wrap ? around.line : Math.floor((viewport.top() + size.height / 2) / rowHeight)
  })

  return {
    scroller,
    block,
    first,
    last,
    reveal,
    placeBlock,
    height: viewport.height,
    viewHeight: size.height,
    firstSeen: () => (wrap ? around.line : Math.floor(viewport.top() / rowHeight)),
    lastSeen: () => (wrap ? around.line : Math.ceil((viewport.top() + size.height) / rowHeight) - 2),
    isAtEnd: () => viewport.top() + size.height >= total * lineHeight - 2,
    isScrollable: () => total * lineHeight > size.height,
  }
}

/**
 * Maps the bar to lines: at its start the first line is at the top, at its end the last at the bottom, in between the line at its
 * fraction.
 */
function anchorOf(viewport: { top: number; view: number; total: number; lineHeight: number }) {
  const { top, view, total, lineHeight } = viewport
  const end = total * lineHeight - view
  const share = end <= 0 ? 0 : Math.min(1, Math.max(0, top / end))
  const exact = share * total
  const line = Math.min(Math.max(0, total - 1), Math.floor(exact))
  /** `fraction` is the part of the line above its anchor, `height` the anchor's position in the window in pixels. */
  return { line, fraction: exact - line, height: share * view }
}
