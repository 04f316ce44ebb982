import { useEffect, useEffectEvent, useRef } from 'react'

export function useRetainedFocus(displayed: string, focus: () => void) {
  const hasFocus = useRef(false)
  const previous = useRef(displayed)
  const give = useEffectEvent(focus)
  useEffect(() => {
    if (previous.current === displayed) return
    previous.current = displayed
    if (!hasFocus.current) return
    // The new content is in the layout by the next frame.
    const frame = requestAnimationFrame(() => document.activeElement === document.body && give())
    return () => cancelAnimationFrame(frame)
  }, [displayed])
  return {
    // An element removed with the focus in it sends no blur event.
    onFocus: () => void (hasFocus.current = true),
    onBlur: () => void (hasFocus.current = false),
  }
}
