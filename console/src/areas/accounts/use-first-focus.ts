import { type RefObject, useEffect } from 'react'

/** Milliseconds after which a dialog that was closed is gone. */
const fadingTime = 400

/**
 * Gives an element the focus when it comes. What comes of a dialog gets it once that has closed: it holds the focus in
 * itself until then, and afterwards gives it back to where it was.
 */
export function useFirstFocus(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = element.current
    if (box === null) return
    const onFocus = ({ target }: FocusEvent) => {
      const isElsewhere = target instanceof Element && !box.contains(target) && target.closest('[role=dialog]') === null
      if (isElsewhere) box.focus()
    }
    const untilAction = new AbortController()
    // Whoever does something has the focus where it is wanted.
    const end = () => untilAction.abort()
    const options = { capture: true, signal: untilAction.signal }
    document.addEventListener('focusin', onFocus, options)
    document.addEventListener('pointerdown', end, options)
    document.addEventListener('keydown', end, options)
    box.focus()
    // A dialog whose opener has gone gives it to nothing.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) box.focus()
      // Readers of screens move the focus without a key: it is held no longer than the dialog takes.
      end()
    }, fadingTime)
    untilAction.signal.addEventListener('abort', () => clearTimeout(timer))
    return end
  }, [element])
}
