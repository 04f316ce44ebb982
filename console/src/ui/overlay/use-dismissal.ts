import { type RefObject, useEffect, useEffectEvent } from 'react'

const dismissalEvents = ['pointerdown', 'focusin', 'resize'] as const

export function useLeave(open: boolean, inside: readonly RefObject<Element | null>[], onLeave: () => void): void {
  const leave = useEffectEvent(({ target }: Event) => {
    if (!(target instanceof Node && inside.some(({ current }) => current?.contains(target)))) onLeave()
  })
  useEffect(() => {
    if (!open) return
    const listener = (event: Event) => leave(event)
    for (const name of dismissalEvents) addEventListener(name, listener, true)
    // A scroll from before it opened is reported in the next frame, before that frame's callbacks.
    const frame = requestAnimationFrame(() => addEventListener('scroll', listener, true))
    return () => {
      cancelAnimationFrame(frame)
      for (const name of [...dismissalEvents, 'scroll']) removeEventListener(name, listener, true)
    }
  }, [open])
}
