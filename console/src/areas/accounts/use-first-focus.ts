import { type RefObject, useEffect } from 'react'

/** Milliseconds until a closed dialog is removed. */
const fadingTime = 400

/** An element in a new dialog is focused after the dialog above has closed, which until then holds the focus. */
export function useFirstFocus(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = element.current
    if (box === null) return
    const onFocus = ({ target }: FocusEvent) => {
      const isElsewhere = target instanceof Element && !box.contains(target) && target.closest('[role=dialog]') === null
      if (isElsewhere) box.focus()
    }
    const untilAction = new AbortController()
    // An action of the user moves the focus where it belongs.
    const end = () => untilAction.abort()
    const options = { capture: true, signal: untilAction.signal }
    document.addEventListener('focusin', onFocus, options)
    document.addEventListener('pointerdown', end, options)
    document.addEventListener('keydown', end, options)
    box.focus()
    // A dialog whose opener is gone returns the focus to nothing.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) box.focus()
      // Screen readers move the focus without a key, so it is held only as long as the dialog closes.
      end()
    }, fadingTime)
    untilAction.signal.addEventListener('abort', () => clearTimeout(timer))
    return end
  }, [element])
}
