import { useEffect, useEffectEvent, useRef } from 'react'
import type { LogWindow } from './use-log-window.ts'

type Intent = 'up' | 'down' | 'any'

const upwards = new Set(['ArrowUp', 'PageUp', 'Home'])
const downwards = new Set(['ArrowDown', 'PageDown', 'End'])

/** Starts and ends following the log by user input: moving up ends it, reaching the end starts it. */
export function useFollowIntent(
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
