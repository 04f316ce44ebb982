import { useEffect, useEffectEvent } from 'react'

/**
 * Answers a question by key while the component that asks it stands: Ctrl+Y and Ctrl+N, and because browsers keep
 * Ctrl+N for themselves, Alt+Y and Alt+N.
 */
export function useYesNo(answers: { yes: () => void; no: () => void }): void {
  const answer = useEffectEvent((event: KeyboardEvent) => {
    const chosen = { KeyY: answers.yes, KeyN: answers.no }[event.code]
    if (!chosen || !(event.ctrlKey || event.metaKey || event.altKey)) return
    event.preventDefault()
    chosen()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => answer(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
