import { useEffect, useState } from 'react'

/**
 * Gives the focus back to where it was before a drawer came, when the drawer is taken away. antd does so only for one
 * that stays in the tree until it has closed.
 */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // In the next frame: only then it shows whether the focus went with the drawer.
      requestAnimationFrame(() => {
        const lost = document.activeElement === null || document.activeElement === document.body
        if (lost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
      })
    },
    [before],
  )
}
