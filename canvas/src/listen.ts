import { keyInputOf, pointerInputOf, wheelInputOf } from './dom-input.ts'
import type { Input, KeyInput } from './editor/input.ts'

/** Turns pointer and wheel events on an element into input. */
export function listenToPointer(root: HTMLElement, dispatch: (input: Input) => boolean, signal: AbortSignal): void {
  const types = { pointerdown: 'pointer-down', pointermove: 'pointer-move', pointerup: 'pointer-up' } as const
  root.addEventListener(
    'pointerdown',
    (event) => {
      root.focus({ preventScroll: true })
      root.setPointerCapture(event.pointerId)
      // Keeps the middle button from scrolling and a press from selecting text.
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

/** Turns key events into input, except those meant for something else that has the focus. */
export function listenToKeys(
  root: HTMLElement,
  source: HTMLElement | Window,
  dispatch: (input: KeyInput) => boolean,
  signal: AbortSignal,
): void {
  const take = (event: Event): void => {
    if (!(event instanceof KeyboardEvent) || event.defaultPrevented || belongsElsewhere(event, root)) return
    if (dispatch(keyInputOf(event.type === 'keydown' ? 'key-down' : 'key-up', event))) event.preventDefault()
  }
  source.addEventListener('keydown', take, { signal })
  source.addEventListener('keyup', take, { signal })
}

const TYPING =
  'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"]'
const PRESSING = 'button, a, [role="button"], [role="tab"], [role="radio"], [role="switch"], [role="option"]'
const keysOfFocus = new Set([' ', 'Enter', 'Tab'])

/** Whether a key was meant for what has the focus: a field, an open dialog, a button being pressed. */
function belongsElsewhere({ target, key }: KeyboardEvent, root: HTMLElement): boolean {
  if (!(target instanceof Element) || root.contains(target)) return false
  if (target.closest(TYPING)) return true
  return key === 'Tab' || (keysOfFocus.has(key) && target.closest(PRESSING) !== null)
}
