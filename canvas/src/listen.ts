import { keyInputOf, pointerInputOf, wheelInputOf } from './dom-input.ts'
import type { Input, KeyInput } from './editor/input.ts'

export function listenToPointer(root: HTMLElement, dispatch: (input: Input) => boolean, signal: AbortSignal): void {
  const types = { pointerdown: 'pointer-down', pointermove: 'pointer-move', pointerup: 'pointer-up' } as const
  root.addEventListener(
    'pointerdown',
    (event) => {
      root.focus({ preventScroll: true })
      root.setPointerCapture(event.pointerId)
      // Prevents scrolling by the middle button and text selection.
      event.preventDefault()
    },
    { signal },
  )
  for (const [name, type] of Object.entries(types) as [keyof typeof types, (typeof types)[keyof typeof types]][]) {
    root.addEventListener(name, (event) => event.isPrimary && dispatch(pointerInputOf(type, event, root)), { signal })
  }
  root.addEventListener('pointercancel', () => dispatch({ type: 'interrupt' }), { signal })
  root.addEventListener('pointerleave', () => dispatch({ type: 'pointer-leave' }), { signal })
  root.addEventListener('contextmenu', (event) => event.preventDefault(), { signal })
  root.addEventListener(
    'wheel',
    (event) => {
      if (dispatch(wheelInputOf(event, root))) event.preventDefault()
    },
    { signal, passive: false },
  )
}

export function listenToKeys(
  root: HTMLElement,
  source: HTMLElement | Window,
  dispatch: (input: KeyInput) => boolean,
  signal: AbortSignal,
): void {
  const handle = (event: Event): void => {
    if (!(event instanceof KeyboardEvent) || event.defaultPrevented || belongsElsewhere(event, root)) return
    if (dispatch(keyInputOf(event.type === 'keydown' ? 'key-down' : 'key-up', event))) event.preventDefault()
  }
  source.addEventListener('keydown', handle, { signal })
  source.addEventListener('keyup', handle, { signal })
}

const TYPING = 'textarea, select, [contenteditable=""], [contenteditable="true"]'
const OVERLAYS = '[role="dialog"], [role="menu"], [role="listbox"]'
const PRESSING = 'button, a, [role="button"], [role="tab"], [role="radio"], [role="switch"], [role="option"]'
/** Inputs that use only a few keys and take no text. */
const setByKeys = new Set(['range', 'radio', 'checkbox', 'color', 'file', 'button', 'submit', 'reset', 'image'])
const keysOfFocus = new Set([' ', 'Enter', 'Tab'])
const keysOfInputs = new Set([...keysOfFocus, 'Home', 'End', 'PageUp', 'PageDown'])

export function acceptsText(target: Element): boolean {
  const field = target.closest(`input, ${TYPING}`)
  return field !== null && !(field instanceof HTMLInputElement && setByKeys.has(field.type))
}

export function isInOverlay(target: Element): boolean {
  return target.closest(OVERLAYS) !== null
}

/** True when a key belongs to the focused element: a field, an open dialog, a pressed button. */
function belongsElsewhere({ target, key }: KeyboardEvent, root: HTMLElement): boolean {
  if (!(target instanceof Element) || root.contains(target)) return false
  if (acceptsText(target) || isInOverlay(target)) return true
  if (target.closest('input') !== null) return keysOfInputs.has(key) || key.startsWith('Arrow')
  return key === 'Tab' || (keysOfFocus.has(key) && target.closest(PRESSING) !== null)
}
