import { keyInputOf } from '@vermilion/canvas/dom-input'
import { combinationOf } from '@vermilion/canvas/editor/input'
import { useEffect, useEffectEvent } from 'react'

const modifiers = ['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead']

/** Reports the next pressed combination; null for Escape or a click elsewhere. */
export function useKeyPress(waiting: boolean, onPress: (combination: string | null) => void): void {
  const press = useEffectEvent(onPress)
  useEffect(() => {
    if (!waiting) return
    const handle = (event: KeyboardEvent) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      if (modifiers.includes(event.key) || event.repeat) return
      press(event.key === 'Escape' ? null : combinationOf(keyInputOf('key-down', event)))
    }
    const leave = () => press(null)
    addEventListener('keydown', handle, { capture: true })
    addEventListener('pointerdown', leave)
    return () => {
      removeEventListener('keydown', handle, { capture: true })
      removeEventListener('pointerdown', leave)
    }
  }, [waiting])
}
