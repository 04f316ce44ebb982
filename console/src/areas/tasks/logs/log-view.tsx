/* eslint-disable react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps -- where the window stands is the browser's; what is seen of it follows */
import {
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useRoom, useViewport } from '#ui/windowing/use-viewport.ts'
import type { LogLines, LogState } from './log-lines.ts'
import ansi from '../ansi-colours.module.css'
import { LogRow } from './log-row.tsx'
import styles from './log.module.css'
import type { LineSelection } from './use-line-selection.ts'
import { anchorOf } from './anchor.ts'

const rowHeight = 20

export interface LogViewHandle {
  reveal(line: number): void
  /** The first line that is seen. */
  first(): number
  focus(): void
}

interface LogViewProps {
  handle: Ref<LogViewHandle>
  label: string
  lines: LogLines
  state: LogState
  follow: boolean
  onFollow: (follow: boolean) => void
  wrap: boolean
  pattern: RegExp | null
  current: number | null
  selection: LineSelection
  onMore: (line: number) => void
}

const upwards = new Set(['ArrowUp', 'PageUp', 'Home'])
const downwards = new Set(['ArrowDown', 'PageDown', 'End'])

/** The lines of a log that are in view, however many there are. */
// oxlint-disable-next-line max-lines-per-function -- one view, whose parts share what it reads and what was done in it
export function LogView(props: LogViewProps) {
  const { handle, label, lines, state, follow, onFollow, wrap, pattern, current, selection, onMore } = props
  const { total } = state
  const scroller = useRef<HTMLDivElement>(null)
  const block = useRef<HTMLDivElement>(null)
  const intent = useRef<'up' | 'down' | 'any' | null>(null)
  const size = useRoom(scroller)
  /** Rows that a line takes on average, where lines are wrapped. */
  const [tall, setTall] = useState(1)
  const lineHeight = rowHeight * (wrap ? tall : 1)
  const viewport = useViewport({
    scroller,
    view: size.height,
    rows: size.height === 0 ? 0 : total,
    rowHeight: lineHeight,
  })
  const visibleCount = Math.ceil(size.height / rowHeight) + 1
  const around = anchorOf({ top: viewport.top(), view: size.height, total, lineHeight })
  const first = follow
    ? Math.max(0, total - visibleCount)
    : wrap
      ? Math.max(0, around.line - visibleCount)
      : viewport.first
  const last = follow ? total - 1 : Math.min(total - 1, wrap ? around.line + visibleCount : viewport.last)

  const firstSeen = () => (wrap ? around.line : Math.floor(viewport.top() / rowHeight))
  const reveal = (line: number) => {
    const end = Math.max(0, total * lineHeight - size.height)
    viewport.goTo(wrap ? ((line + 0.5) / Math.max(1, total)) * end : (line + 0.5) * lineHeight - size.height / 2)
  }
  const put = () => {
    const rows = block.current
    if (rows === null || rows.childElementCount === 0) return
    const top = viewport.top()
    if (!wrap) {
      rows.style.transform = `translateY(${first * rowHeight - top}px)`
      return
    }
    const { line, part, height } = anchorOf({ top, view: size.height, total, lineHeight })
    const row = rows.children[Math.min(last, line) - first] as HTMLElement | undefined
    if (row === undefined) return
    const within = line > last ? 1 : part
    rows.style.transform = `translateY(${height - row.offsetTop - within * row.offsetHeight}px)`
  }
  useLayoutEffect(() => {
    if (follow) viewport.goTo(total * lineHeight)
  }, [follow, total, lineHeight, size.height])
  useLayoutEffect(() => {
    if (size.height > 0 && total > 0) lines.want(first, last)
  }, [lines, first, last, total, size.height])
  useLayoutEffect(() => {
    if (wrap) {
      const rows = block.current
      const renderedCount = rows?.childElementCount ?? 0
      const average = Math.ceil((rows?.offsetHeight ?? 0) / Math.max(1, renderedCount) / rowHeight)
      // Only ever more, so that the bar does not tremble.
      if (average > tall) setTall(average)
    }
    put()
  })
  const middle = useRef(0)
  const previous = useRef({ wrap, lineHeight })
  useLayoutEffect(() => {
    const changed = previous.current.wrap !== wrap || previous.current.lineHeight !== lineHeight
    previous.current = { wrap, lineHeight }
    if (changed && !follow) reveal(middle.current)
    middle.current = wrap ? around.line : Math.floor((viewport.top() + size.height / 2) / rowHeight)
  })

  const scrolled = useEffectEvent(() => {
    put()
    const atEnd = viewport.top() + size.height >= total * lineHeight - 2
    if (atEnd && (intent.current === 'down' || intent.current === 'any')) onFollow(true)
    else if (!atEnd && follow && intent.current === 'any') onFollow(false)
  })
  const want = useEffectEvent((deltaY: number) => {
    if (deltaY === 0) return
    intent.current = deltaY < 0 ? 'up' : 'down'
    if (deltaY < 0 && total * lineHeight > size.height) onFollow(false)
  })
  useEffect(() => {
    const element = scroller.current
    const onScroll = () => scrolled()
    const onWheel = ({ deltaY }: WheelEvent) => want(deltaY)
    element?.addEventListener('scroll', onScroll, { passive: true })
    element?.addEventListener('wheel', onWheel, { passive: true })
    return () => {
      element?.removeEventListener('scroll', onScroll)
      element?.removeEventListener('wheel', onWheel)
    }
  }, [])
  useImperativeHandle(handle, () => ({
    reveal,
    first: firstSeen,
    focus: () => scroller.current?.focus({ preventScroll: true }),
  }))

  const onKeyDown = (event: KeyboardEvent) => {
    if (upwards.has(event.key)) {
      intent.current = 'up'
      onFollow(false)
    } else if (downwards.has(event.key)) intent.current = 'down'
    if (event.key === 'End' && !event.shiftKey) onFollow(true)
    const head = selection.onKeyDown(event, current ?? firstSeen())
    if (head === null) return
    onFollow(false)
    const lastSeen = wrap ? around.line : Math.ceil((viewport.top() + size.height) / rowHeight) - 2
    if (head < firstSeen() + 1 || head > lastSeen) reveal(head)
  }
  const lineAt = (event: MouseEvent) => {
    const row = (event.target as Element).closest<HTMLElement>('[data-line]')
    return row === null ? null : Number(row.dataset['line'])
  }
  const onMouseDown = (event: MouseEvent) => {
    // A hand on the bar, or a text being selected: what is under it must not move away.
    if (event.target === scroller.current) intent.current = 'any'
    else if (event.button === 0) onFollow(false)
    const onNumber = (event.target as Element).closest(`.${styles['number']}`) !== null
    const line = lineAt(event)
    if (event.button === 0 && onNumber && line !== null) {
      event.preventDefault()
      scroller.current?.focus({ preventScroll: true })
      selection.take(line, event.shiftKey)
    }
  }
  const renderedCount = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys and the pointer choose lines of what scrolls
    <div
      ref={scroller}
      className={`${styles['scroller']} ${ansi['colours']}`}
      // eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- a section would be one more heading's place
      role="region"
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable
      tabIndex={0}
      aria-label={label}
      onKeyDown={onKeyDown}
      onMouseDown={onMouseDown}
      onCopy={selection.onCopy}
      style={{ '--log-digits': `${Math.max(3, String(total).length)}ch` } as object}
    >
      <div className={styles['height']} style={{ height: viewport.height }}>
        <div className={styles['glass']} style={{ height: size.height }}>
          <div ref={block} className={styles['block']} data-wrap={wrap || undefined}>
            {renderedCount.map((number) => (
              <LogRow
                key={number}
                number={number}
                line={lines.line(number)}
                pattern={pattern}
                current={number === current}
                selected={selection.has(number)}
                onMore={onMore}
              />
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}
