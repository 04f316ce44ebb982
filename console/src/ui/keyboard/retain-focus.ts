import { useEffect, useEffectEvent, useRef } from 'react'

/** The focus stays where it was when something else comes to stand there: it would be lost with what went. */
export function useHeldFocus(shown: string, focus: () => void) {
  const held = useRef(false)
  const before = useRef(shown)
  const give = useEffectEvent(focus)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    if (!held.current) return
    // In the next frame: what came has taken its room and place by then.
    const frame = requestAnimationFrame(() => document.activeElement === document.body && give())
    return () => cancelAnimationFrame(frame)
  }, [shown])
  return {
    // What goes with the focus in it tells nothing of that.
    onFocus: () => void (held.current = true),
    onBlur: () => void (held.current = false),
  }
}
