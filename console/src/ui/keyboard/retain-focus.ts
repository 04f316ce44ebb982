import { useEffect, useEffectEvent, useRef } from 'react'

/** The focus stays where it was when something else comes to stand there: it would be lost with what went. */
export function useHeldFocus(displayed: string, focus: () => void) {
  const hasFocus = useRef(false)
  const previous = useRef(displayed)
  const give = useEffectEvent(focus)
  useEffect(() => {
    if (previous.current === displayed) return
    previous.current = displayed
    if (!hasFocus.current) return
    // In the next frame: what came has taken its room and place by then.
    const frame = requestAnimationFrame(() => document.activeElement === document.body && give())
    return () => cancelAnimationFrame(frame)
  }, [displayed])
  return {
    // An element removed with the focus in it sends no blur event.
    onFocus: () => void (hasFocus.current = true),
    onBlur: () => void (hasFocus.current = false),
  }
}
