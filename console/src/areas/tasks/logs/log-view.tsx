import {
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  useImperativeHandle,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react'
import type { LogLines, LogState } from './log-lines.ts'
import ansi from '#ui/terminal/ansi-colours.module.css'
import { LogRow } from './log-row.tsx'
import styles from './log.module.css'
import type { LineSelection } from './use-line-selection.ts'
import { useLogWindow, type LogWindow } from './use-log-window.ts'

export interface LogViewHandle {
  reveal(line: number): void
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

export function LogView(props: LogViewProps) {
  const { handle, label, lines, state, follow, onFollow, wrap, pattern, current, selection, onMore } = props
  const { total } = state
  const view = useLogWindow({ lines, total, follow, wrap })
  const { scroller, block, first, last, firstSeen, lastSeen, reveal } = view
  const intent = useFollowIntent(view, follow, onFollow)
  const focus = () => scroller.current?.focus({ preventScroll: true })
  useImperativeHandle(handle, () => ({ reveal, first: firstSeen, focus }))

  const onKeyDown = (event: KeyboardEvent) => {
    intent.onKey(event)
    const head = selection.onKeyDown(event, current ?? firstSeen())
    if (head === null) return
    onFollow(false)
    if (head < firstSeen() + 1 || head > lastSeen()) reveal(head)
  }
  const onMouseDown = (event: MouseEvent) => {
    // A drag of the scroll bar or a text selection must not be scrolled away.
    if (event.target === scroller.current) intent.onBar()
    else if (event.button === 0) onFollow(false)
    const onNumber = (event.target as Element).closest(`.${styles['number']}`) !== null
    const line = lineAt(event)
    if (event.button === 0 && onNumber && line !== null) {
      event.preventDefault()
      focus()
      selection.select(line, event.shiftKey)
    }
  }
  const numbers = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys and the pointer choose lines of what scrolls
    <div
      ref={scroller}
      className={`${styles['scroller']} ${ansi['colours']} relative scroll border code-font font-13 line-height-20`}
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
      <div className={`${styles['height']} content-width min-full-width`} style={{ height: view.height }}>
        <div className={`${styles['glass']} sticky top-0`} style={{ height: view.viewHeight }}>
          <div
            ref={block}
            className={`${styles['block']} relative content-width min-full-width`}
            data-wrap={wrap || undefined}
          >
            {numbers.map((number) => (
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

function lineAt(event: MouseEvent): number | null {
  const row = (event.target as Element).closest<HTMLElement>('[data-line]')
  return row === null ? null : Number(row.dataset['line'])
}

type Intent = 'up' | 'down' | 'any'

const upwards = new Set(['ArrowUp', 'PageUp', 'Home'])

const downwards = new Set(['ArrowDown', 'PageDown', 'End'])

/** Starts and ends following the log by user input: moving up ends it, reaching the end starts it. */
function useFollowIntent(
  { scroller, placeBlock, isAtEnd, isScrollable }: LogWindow,
  follow: boolean,
  onFollow: (follow: boolean) => void,
) {
  const intent = useRef<Intent | null>(null)
  const scrolled = useEffectEvent(() => {
    placeBlock()
    const atEnd = isAtEnd()
    if (atEnd && (intent.current === 'down' || intent.current === 'any')) onFollow(true)
    else if (!atEnd && follow && intent.current === 'any') onFollow(false)
  })
  const wheeled = useEffectEvent((deltaY: number) => {
    if (deltaY === 0) return
    intent.current = deltaY < 0 ? 'up' : 'down'
    if (deltaY < 0 && isScrollable()) onFollow(false)
  })
  useEffect(() => {
    const element = scroller.current
    const onScroll = () => scrolled()
    const onWheel = ({ deltaY }: WheelEvent) => wheeled(deltaY)
    element?.addEventListener('scroll', onScroll, { passive: true })
    element?.addEventListener('wheel', onWheel, { passive: true })
    return () => {
      element?.removeEventListener('scroll', onScroll)
      element?.removeEventListener('wheel', onWheel)
    }
  }, [scroller])

  return {
    /** The direction of a scroll bar drag is not known in advance. */
    onBar: () => void (intent.current = 'any'),
    onKey({ key, shiftKey }: { key: string; shiftKey: boolean }) {
      if (upwards.has(key)) {
        intent.current = 'up'
        onFollow(false)
      } else if (downwards.has(key)) intent.current = 'down'
      if (key === 'End' && !shiftKey) onFollow(true)
    },
  }
}
