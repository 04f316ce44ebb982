import { useEffect, useState } from 'react'

/** Milliseconds after which a dialog that was closed is gone. */
const fadingTime = 400

/**
 * Gives the focus back to where it was before a drawer came, when the drawer is taken away. antd does so only for one
 * that stays in the tree until it has closed.
 */
export function useFocusBack(): void {
  const [previouslyFocused] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      const give = () => {
        const lost = document.activeElement === null || document.activeElement === document.body
        if (lost && previouslyFocused instanceof HTMLElement && previouslyFocused.isConnected)
          previouslyFocused.focus({ preventScroll: true })
      }
      // In the next frame: only then it shows whether the focus went with the drawer.
      requestAnimationFrame(give)
      // And when a question that was asked above the drawer has faded out, which held it until then.
      setTimeout(give, fadingTime)
    },
    [previouslyFocused],
  )
}
