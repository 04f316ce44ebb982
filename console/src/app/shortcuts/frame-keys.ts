import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { isComposing } from '#lib/composing.ts'
import { useOverlay } from '#ui/overlay/overlay.ts'
import { useActionsOfPage } from '#ui/page/page-actions.ts'
import { notificationKey, useGoTo } from './go-to.ts'

/** Milliseconds to wait for the second key of a sequence. */
const sequenceTime = 1_500

const typing =
  'input:not([type=checkbox], [type=radio], [type=range], [type=button]), textarea, select, [contenteditable=""], [contenteditable=true], [role=menu], [role=listbox], [role=combobox]'

function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest(typing) !== null
}

/** Dialogs open above the page. A closed sidebar is a dialog as well, but invisible. */
function dialogs(): Element[] {
  return [...document.querySelectorAll('[role=dialog]')].filter((dialog) =>
    dialog.checkVisibility({ visibilityProperty: true }),
  )
}

export function useFrameKeys(): void {
  const navigate = useNavigate()
  const { current, show } = useOverlay()
  const goTo = useGoTo()
  const go = useEffectEvent((to: string) => void navigate({ to }))

  const handle = useEffectEvent((event: KeyboardEvent, second: boolean): 'taken' | 'first' | 'not' => {
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
      // Leaving would lose a form that is being filled in.
      if (current === null && dialogs().some((dialog) => dialog.querySelector('form') !== null)) return 'not'
      show(current === 'palette' ? null : 'palette')
      return 'taken'
    }
    if (!plain || isTyping(event) || dialogs().length > 0) return 'not'
    if (second) {
      if (event.key === notificationKey) {
        show('notifications')
        return 'taken'
      }
      const destination = goTo.find(({ key }) => key === event.key)
      if (destination === undefined) return 'not'
      go(destination.to)
      return 'taken'
    }
    if (event.key === 'g') return 'first'
    if (event.key === '?') {
      show('shortcuts')
      return 'taken'
    }
    const action = useActionsOfPage
      .getState()
      .groups.flat()
      .find(({ shortcut }) => shortcut === event.key)
    action?.run()
    return action === undefined ? 'not' : 'taken'
  })

  useEffect(() => {
    let first = 0
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isComposing(event) || event.repeat) return
      const outcome = handle(event, event.timeStamp - first < sequenceTime && first > 0)
      first = outcome === 'first' ? event.timeStamp : event.key === 'Shift' ? first : 0
      if (outcome === 'taken') event.preventDefault()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
