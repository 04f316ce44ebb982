import { useEffect, useState } from 'react'

/** Milliseconds until a closed dialog is removed. */
const fadingTime = 400

/** antd returns the focus only for a drawer that stays mounted until it has closed. */
export function useFocusBack(): void {
  const [previouslyFocused] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      const give = () => {
        const lost = document.activeElement === null || document.activeElement === document.body
        if (lost && previouslyFocused instanceof HTMLElement && previouslyFocused.isConnected)
          previouslyFocused.focus({ preventScroll: true })
      }
      // The next frame shows whether the focus was lost with the drawer.
      requestAnimationFrame(give)
      // A confirmation above the drawer holds the focus until it has faded out.
      setTimeout(give, fadingTime)
    },
    [previouslyFocused],
  )
}
